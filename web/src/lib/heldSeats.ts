/** The games in which this browser has held a seat, kept by it: a device that lost a seat while it was away is told. */
const KEY = 'grand-junction-held';
const MOST = 200;

function held(): string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(kept) ? kept.filter((game) => typeof game === 'string') : [];
  } catch {
    return []; // a browser that keeps nothing
  }
}

export function hasHeld(game: string): boolean {
  return held().includes(game);
}

export function keepHeld(game: string): void {
  const games = held();
  if (games.includes(game)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...games, game].slice(-MOST)));
  } catch {
    // Without storage only a page that is open is told.
  }
}

/** Whoever signs out gives the seats of the account away on purpose. */
export function forgetHeld(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
