/** Fits long names into the board. */

const BROAD = /[ЖШЩЮЫФМ]/i;

/** A letter's width in ems: Chinese characters are square, others about half as wide, except some Cyrillic ones. */
function wide(letter: string): number {
  if (letter > '\u2e80') return 1;
  return BROAD.test(letter) ? 0.9 : 0.56;
}

/** Estimates a text's width. */
function width(text: string, size: number): number {
  return [...text].reduce((sum, letter) => sum + wide(letter), 0) * size;
}

export const fits = (text: string, size: number, room: number): boolean => width(text, size) <= room;

export function fit(text: string, size: number, room: number): number {
  const needed = width(text, size);
  return needed > room ? Math.max(8, (size * room) / needed) : size;
}
