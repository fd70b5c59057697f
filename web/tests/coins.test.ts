import { expect, test } from 'vitest';
import { coinsOf } from '../src/game/coins';
import type { Event } from '../src/lib/wire';

test('money goes from the player to the site and the market, and comes back from the market', () => {
  const events = [
    { event: 'placed', seat: 'B', slot: 'derby.3', tile: 'iron.1' },
    { event: 'paid', seat: 'B', amount: 5 },
    { event: 'bought', seat: 'B', resource: 'coal', amount: 1 },
    { event: 'sold_cube', seat: 'B', resource: 'iron', slot: 'derby.3', amount: 2 },
    { event: 'sold_cube', seat: 'B', resource: 'iron', slot: 'derby.3', amount: 1 },
  ] as Event[];
  expect(coinsOf(events)).toEqual([
    { seat: 'B', pounds: 5, thing: 'slot:derby.3', gained: false },
    { seat: 'B', pounds: 1, thing: 'market:coal', gained: false },
    { seat: 'B', pounds: 3, thing: 'market:iron', gained: true },
  ]);
});

test('a loan comes from the bank, and what costs nothing shows no coin', () => {
  const events = [
    { event: 'borrowed', seat: 'A', amount: 30 },
    { event: 'paid', seat: 'A', amount: 0 },
  ] as Event[];
  expect(coinsOf(events)).toEqual([{ seat: 'A', pounds: 30, thing: null, gained: true }]);
});
