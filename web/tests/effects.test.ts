import { describe, expect, test } from 'vitest';
import { effectTexts } from '../src/game/effects';
import type { Event, RulesetInfo, SeatInfo } from '../src/lib/wire';

const board = {
  info: {
    places: [{ id: 'derby', name: 'Derby' }],
    slots: [],
    income_levels: [-10, -9, 0, 1, 1, 2],
  } as unknown as RulesetInfo,
  seats: [{ seat: 'A', name: 'Ada' }] as SeatInfo[],
};
const sold: Extract<Event, { event: 'sold_cube' }> = {
  event: 'sold_cube',
  seat: 'A',
  resource: 'iron',
  slot: 'derby.3',
  amount: 2,
};

describe('what a move will do', () => {
  test('a tile sold off for a debt leaves the board and brings money', () => {
    const event: Event = { event: 'liquidated', seat: 'A', slot: 'derby.3', tile: 'iron.1', amount: 2 };
    expect(effectTexts([event], board)).toEqual(['Ada: Iron works\u00a0I in Derby leaves the board', 'Ada: +£2']);
  });
  test('cubes sold to the market are added up, and only the rest is held', () => {
    expect(
      effectTexts(
        [{ event: 'stocked', slot: 'derby.3', resource: 'iron', amount: 4 }, sold, { ...sold, amount: 1 }],
        board,
      ),
    ).toEqual(['To the market: 2 × iron, +£3', 'Derby: 2 × iron']);
  });
  test('an empty works holds nothing, flips and pays', () => {
    expect(
      effectTexts(
        [
          { event: 'stocked', slot: 'derby.3', resource: 'iron', amount: 1 },
          sold,
          { event: 'flipped', seat: 'A', slot: 'derby.3', tile: 'iron.1' },
          { event: 'income_moved', seat: 'A', from_space: 2, to_space: 5 },
        ],
        board,
      ),
    ).toEqual([
      'To the market: 1 × iron, +£2',
      'Ada: Iron works\u00a0I in Derby flips',
      'Ada: income 0 → 2 (income track: 2 → 5)',
    ]);
  });
  test('what the price and the prompt say already is not said again', () => {
    expect(
      effectTexts(
        [
          { event: 'paid', seat: 'A', amount: 5 },
          { event: 'placed', seat: 'A', slot: 'derby.3', tile: 'iron.1' },
        ],
        board,
      ),
    ).toEqual([]);
  });
});
