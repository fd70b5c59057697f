import { describe, expect, test } from 'vitest';
import { locate, partOf } from '../src/map/locator';
import { printed } from './board';

describe('where a card’s town lies', () => {
  test.each([
    ['birmingham', 'stoke_on_trent', 'northwest'],
    ['birmingham', 'derby', 'northeast'],
    ['birmingham', 'worcester', 'southwest'],
    ['birmingham', 'coventry', 'southeast'],
    ['birmingham', 'walsall', 'middle'],
    ['lancashire', 'liverpool', 'southwest'],
  ])('%s: %s lies in the %s', (game, place, part) => {
    expect(locate(printed(game), place)?.part).toBe(part);
  });

  test('a place that the board does not have has no locator', () => {
    expect(locate(printed('birmingham'), 'atlantis')).toBeNull();
  });

  test('the middle is small', () => {
    expect(partOf({ x: 50, y: 50 }, 100, 100)).toBe('middle');
    expect(partOf({ x: 70, y: 70 }, 100, 100)).toBe('southeast');
  });
});
