/** How far the player has come in the guide of a game, kept by the browser. */

export interface Kept {
  /** Steps that were read or skipped. */
  passed: string[];
  left: boolean;
}

const key = (game: string): string => `guide ${game}`;

export function recall(game: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key(game)) ?? 'null') as Partial<Kept> | null;
    return kept && { passed: Array.isArray(kept.passed) ? kept.passed : [], left: kept.left === true };
  } catch {
    return null; // a browser that keeps nothing
  }
}

export function keep(game: string, kept: Kept): void {
  try {
    localStorage.setItem(key(game), JSON.stringify(kept));
  } catch {
    // Without storage a reload asks for the texts to be read again.
  }
}
