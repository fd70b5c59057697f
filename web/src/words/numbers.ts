/** Writes a number with a true minus sign. */
export function signed(number: number): string {
  return number < 0 ? `−${-number}` : String(number);
}

const NUMERALS: [number, string][] = [
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

/** A tile's level as it is printed: 4 is IV; a level below the first is 0. */
export function roman(number: number): string {
  if (number === 0) return '0';
  let said = '';
  for (const [value, letters] of NUMERALS) {
    while (number >= value) {
      said += letters;
      number -= value;
    }
  }
  return said;
}
