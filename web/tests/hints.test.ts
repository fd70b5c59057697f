import { describe, expect, it } from 'vitest';
import { reasonOf } from '../src/game/hints';
import type { Event } from '../src/lib/wire';

const placed: Event = { event: 'placed', seat: 'A', slot: 'leek.1', tile: 'coal.1' };
const flipped = (slot: string): Event => ({ event: 'flipped', seat: 'A', slot, tile: 'coal.1' });

describe('the reason of a hint', () => {
  it('is told by the action', () => {
    expect(reasonOf({ move: 'loan 30 card leek', effects: [] })).toBe('loan');
    expect(reasonOf({ move: 'stop', effects: [] })).toBe('other');
    expect(reasonOf({ move: 'build_anywhere cotton leek.1', effects: [placed] })).toBe('build');
  });
  it('is told by what comes of a building', () => {
    const stocked: Event = { event: 'stocked', slot: 'leek.1', resource: 'coal', amount: 2 };
    const sold: Event = { event: 'sold_cube', seat: 'A', resource: 'coal', slot: 'leek.1', amount: 1 };
    expect(reasonOf({ move: 'build coal leek.1', effects: [placed, stocked] })).toBe('stock');
    expect(reasonOf({ move: 'build coal leek.1', effects: [placed, stocked, sold] })).toBe('market');
    expect(reasonOf({ move: 'build coal leek.1', effects: [placed, stocked, sold, flipped('leek.1')] })).toBe('flips');
    // Somebody else's tile that is used up is not the reason.
    expect(reasonOf({ move: 'build cotton leek.1', effects: [placed, flipped('derby.1')] })).toBe('build');
  });
});
