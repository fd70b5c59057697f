import { describe, expect, test } from 'vitest';
import { byRounds, stops } from '../src/charts/rounds';
import type { Moment } from '../src/lib/wire';

function moment(ply: number, era: Moment['era'], round: number, to_act: 'A' | null): Moment {
  return { ply, era, round, to_act, seats: [] };
}
const game = [
  moment(0, 'canal', 1, null),
  moment(3, 'canal', 1, 'A'),
  moment(4, 'canal', 1, 'A'),
  moment(5, 'canal', 2, 'A'),
  moment(6, 'canal', 2, null),
  moment(7, 'rail', 1, 'A'),
  moment(9, 'rail', 1, null),
];

describe('the course of a game', () => {
  test('one moment a round, and the end', () => {
    const { moments, eras } = byRounds(game);
    expect(moments.map((item) => item.ply)).toEqual([3, 5, 7, 9]);
    expect(eras).toEqual([
      { era: 'canal', from: 0 },
      { era: 'rail', from: 2 },
    ]);
  });
  test('stepping stops where somebody decides, and at the end', () => {
    expect(stops(game)).toEqual([3, 4, 5, 7, 9]);
    expect(stops([])).toEqual([]);
  });
});
