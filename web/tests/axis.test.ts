import { expect, test } from 'vitest';
import { axis } from '../src/review/axis';

/** The turns of a game: eras of so many rounds, with so many turns a round. */
const turns = (rounds: number, players: number) =>
  ['canal', 'rail'].flatMap((era) =>
    Array.from({ length: rounds * players }, (_, n) => ({ era, round: 1 + Math.floor(n / players) })),
  );
const numbers = (width: number) =>
  axis(turns(10, 2), width).map(({ rounds }) => rounds.filter((one) => one.labelled).map((one) => one.round));

test('eras and rounds begin with their first turns', () => {
  const [canal, rail] = axis(turns(8, 4), 20);
  expect([canal!.era, canal!.from, rail!.era, rail!.from]).toEqual(['canal', 0, 'rail', 32]);
  expect(rail!.rounds.map((one) => one.from)).toEqual([32, 36, 40, 44, 48, 52, 56, 60]);
});

test('every round is marked, but only numbers that have room are written', () => {
  const all = Array.from({ length: 10 }, (_, n) => n + 1);
  expect(numbers(10)).toEqual([all, all]);
  expect(numbers(7)).toEqual([
    [1, 3, 5, 7, 9],
    [1, 3, 5, 7, 9],
  ]);
  expect(numbers(3)).toEqual([
    [1, 6],
    [1, 6],
  ]);
  expect(axis(turns(10, 2), 3)[0]!.rounds).toHaveLength(10);
});
