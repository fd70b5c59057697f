import { describe, expect, it } from 'vitest';
import { reasonOf } from '../src/game/hints';

const placed = { event: 'placed', slot: 'leek.1' };

describe('the reason of a hint', () => {
  it('is told by the action', () => {
    expect(reasonOf({ move: 'loan 30 card leek', effects: [] })).toBe('loan');
    expect(reasonOf({ move: 'stop', effects: [] })).toBe('other');
    expect(reasonOf({ move: 'build_anywhere cotton leek.1', effects: [placed] })).toBe('build');
  });
  it('is told by what comes of a building', () => {
    const stocked = { event: 'stocked', slot: 'leek.1' };
    const sold = { event: 'sold_cube', slot: 'leek.1' };
    expect(reasonOf({ move: 'build coal leek.1', effects: [placed, stocked] })).toBe('stock');
    expect(reasonOf({ move: 'build coal leek.1', effects: [placed, stocked, sold] })).toBe('market');
    expect(reasonOf({ move: 'build coal leek.1', effects: [placed, stocked, sold, { event: 'flipped', slot: 'leek.1' }] })).toBe('flips');
    // Somebody else's tile that is used up is not the reason.
    expect(reasonOf({ move: 'build cotton leek.1', effects: [placed, { event: 'flipped', slot: 'derby.1' }] })).toBe('build');
  });
});
