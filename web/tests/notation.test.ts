import { expect, test } from 'vitest';
import { formOf } from '../src/game/notation';
import type { RulesetInfo } from '../src/lib/wire';
import { choice } from './choices';

const info = {
  verbs: ['build', 'link', 'sell', 'scout'],
  examples: { link: 'link leek--belper card leek', sell: 'sell leek.1 to oxford.2 card leek beer barrel' },
} as unknown as RulesetInfo;
const build = choice({ move: 'build cotton leek.1', verb: 'build', slot: 'leek.1', cards: ['leek'] });
const scout = choice({ move: 'scout', verb: 'scout', card_sets: [['iron', 'iron', 'leek']] });
const canal = choice({ move: 'link leek--stoke', verb: 'link', line: 'leek--stoke', cards: ['leek', 'iron'] });

test('the form of a move is that of the verb that was typed', () => {
  const choices = [build, canal, scout];
  expect(formOf('link somewhere', choices, info)).toBe('link leek--stoke card leek');
  expect(formOf('scout', choices, info)).toBe('scout cards iron iron leek');
  expect(formOf('fly', choices, info)).toBe('build cotton leek.1 card leek');
  expect(formOf('fly', [], info)).toBe('');
});

test('a verb may be named as its button is, and need not be possible now', () => {
  expect(formOf('Network leek belper', [build, canal], info)).toBe('link leek--stoke card leek');
  expect(formOf('network', [build], info)).toBe('link leek--belper card leek');
  expect(formOf('Sell', [build], info)).toBe('sell leek.1 to oxford.2 card leek beer barrel');
});
