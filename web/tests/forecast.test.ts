import { expect, test } from 'vitest';
import { oddsOf, sourcesThen, unseenCards, vpThen } from '../src/game/forecast';
import type { Choice, RulesetInfo } from '../src/lib/wire';
import { choice } from './choices';
import { table } from './tables';

test('the score if the era ended now adds to the printed one', () => {
  const now = table(3, 0, {
    state: [{ seat: 'A', vp: 7 }] as never,
    scored_now: [
      { seat: 'A', era: 'canal', source: 'links', vp: 4 },
      { seat: 'B', era: 'canal', source: 'links', vp: 9 },
      { seat: 'A', era: 'canal', source: 'tiles', vp: 5 },
    ],
  });
  expect(vpThen(now, 'A')).toBe(16);
  expect(sourcesThen(now, 'A')).toEqual([
    ['links', 4],
    ['tiles', 5],
  ]);
});

test('a card is unseen until it is played or in a hand that is shown', () => {
  const info = {
    cards: [
      { id: 'leek', wild: false, copies: { 2: 0, 3: 2 } },
      { id: 'stone', wild: false, copies: { 2: 2, 3: 2 } },
      { id: 'coal', wild: false, copies: { 2: 3, 3: 3 } },
      { id: 'wild_location', wild: true, copies: {} },
    ],
  } as unknown as RulesetInfo;
  const now = table(3, 0, { players: 2, discards: { coal: 2 }, hands: { A: ['stone', 'wild_location'] } });
  expect(unseenCards(info, now)).toEqual([
    { card: 'stone', n: 1 },
    { card: 'coal', n: 1 },
  ]);
});

test('the odds of the distant market tell which tiles bring the same', () => {
  const outcomes = [
    { weight: 2, effects: [{ event: 'demand_moved', value: 0, row: 5 }, { event: 'flipped' }] },
    { weight: 2, effects: [{ event: 'demand_moved', value: 1, row: 6 }, { event: 'flipped' }] },
    { weight: 1, effects: [{ event: 'demand_moved', value: 2, row: 7 }, { event: 'flipped' }] },
    { weight: 1, effects: [{ event: 'demand_moved', value: 3, row: 8 }] },
  ] as unknown as Choice['outcomes'];
  expect(oddsOf(choice({ outcomes }), [3, 3, 2, 2, 1, 1, 1, 0])).toEqual([
    { values: [0, 1], n: 4, of: 6, bonus: 1 },
    { values: [2], n: 1, of: 6, bonus: 0 },
    { values: [3], n: 1, of: 6, bonus: null },
  ]);
});
