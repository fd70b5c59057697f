/** Fits long names into the board. */

/** Estimates a text's width: Chinese characters are square, other letters about half as wide. */
function width(text: string, size: number): number {
  return [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 1 : 0.56), 0) * size;
}

export const fits = (text: string, size: number, room: number): boolean => width(text, size) <= room;

export function fit(text: string, size: number, room: number): number {
  const wide = width(text, size);
  return wide > room ? Math.max(8, (size * room) / wide) : size;
}
