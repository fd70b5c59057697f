import { describe, expect, it } from 'vitest';
import type { PuzzleSummary } from '../src/lib/wire';
import { grouped, numberOf } from '../src/puzzles/filter';

const puzzles = ['a', 'b', 'c', 'd'].map((id) => ({ id }) as PuzzleSummary);
const shown = (solved: string[], most: number) =>
  grouped(puzzles, (id) => solved.includes(id), most).map((one) => [
    one.solved,
    one.puzzles.map(({ id }) => id).join(''),
    one.of,
  ]);

describe('the list of puzzles', () => {
  it('has those first that are not solved', () => {
    expect(shown(['b'], 9)).toEqual([
      [false, 'acd', 3],
      [true, 'b', 1],
    ]);
    expect(shown([], 9)).toEqual([[false, 'abcd', 4]]);
  });
  it('shows only the first ones', () => {
    expect(shown(['b'], 2)).toEqual([[false, 'ac', 3]]);
    expect(shown(['a', 'b'], 3)).toEqual([
      [false, 'cd', 2],
      [true, 'a', 2],
    ]);
  });
  it('numbers them as they are', () => {
    expect(numberOf(puzzles, 'c')).toBe(3);
  });
});
