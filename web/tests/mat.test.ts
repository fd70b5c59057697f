import { describe, expect, test } from 'vitest';
import { following, followingText, tileText, trackText, type Track } from '../src/game/mat';
import type { RulesetInfo } from '../src/lib/wire';

const tile = (level: number, cost: number, more = {}) => ({
  id: `manufacturer.${level}`,
  industry: 'manufacturer',
  level,
  cost,
  coal: 0,
  iron: 0,
  beer: 0,
  vp: level,
  income: 2,
  icons: 1,
  developable: true,
  ...more,
});
const info = {
  tiles: [tile(1, 8), tile(3, 16, { coal: 2 }), tile(2, 10, { iron: 1, beer: 1, developable: false })],
} as unknown as RulesetInfo;
const track = (next: string | null, left: Record<number, number>): Track => ({ industry: 'manufacturer', next, left });

describe('the tile that comes next', () => {
  test('is of the same level while there are more of it', () => {
    expect(following(info, track('manufacturer.1', { 1: 2, 2: 1, 3: 1 }))?.level).toBe(1);
  });
  test('then of the next level that is left', () => {
    expect(following(info, track('manufacturer.1', { 1: 1, 2: 1, 3: 1 }))?.level).toBe(2);
    expect(following(info, track('manufacturer.1', { 1: 1, 3: 1 }))?.level).toBe(3);
  });
  test('is none after the last', () => {
    expect(following(info, track('manufacturer.3', { 3: 1 }))).toBeNull();
    expect(following(info, track(null, {}))).toBeNull();
    expect(followingText(info, track('manufacturer.3', { 3: 1 }))).toBe('Next: nothing. This is the last one.');
  });
  test('is named with its price and worth', () => {
    expect(followingText(info, track('manufacturer.2', { 2: 1, 3: 1 }))).toBe(
      'Next: Manufacturer\u00a0III, £16, coal × 2; when flipped: 3 VP, income spaces: 2.',
    );
  });
  test('says that it has a light bulb', () => {
    expect(followingText(info, track('manufacturer.1', { 1: 1, 2: 1 }))).toContain('cannot be developed');
    expect(tileText(info.tiles[2]!)).toContain('Beer needed to sell it: 1');
  });
});

describe('a track in words', () => {
  test('says what is left, and what comes next where something is developed', () => {
    const one = track('manufacturer.2', { 1: 0, 2: 1, 3: 2 });
    expect(trackText(info, one, false)).toContain('Left: II ×1, III ×2.');
    expect(trackText(info, one, false)).not.toContain('Next:');
    expect(trackText(info, one, true)).toContain('Next: Manufacturer\u00a0III');
  });
  test('says only that nothing is left of an empty one', () => {
    expect(trackText(info, track(null, { 1: 0 }), true)).toBe('Manufacturer: none left.');
  });
});
