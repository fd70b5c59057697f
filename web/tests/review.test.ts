import { expect, test } from 'vitest';
import { gained, gainedShare, number, percent, plusMinus } from '../src/review/figures';
import { speech } from '../src/words/speech.svelte';

const spread = (mean: number, reach: number) => ({ mean, low: mean - reach, high: mean + reach });

test('figures have true minus signs and no negative zero', () => {
  expect(number(-1.25)).toBe('\u22121.3');
  expect(number(-0.04)).toBe('0.0');
  expect(percent(0.314)).toBe('31%');
});

test.each([
  ['pl', '1,5'],
  ['ro', '1,5'],
  ['ru', '1,5'],
  ['zh-Hant', '1.5'],
])('figures have the decimal sign of %s', (lang, said) => {
  speech.lang = lang;
  expect(number(1.46)).toBe(said);
  speech.lang = 'en';
});

test('means come with half their intervals', () => {
  expect(plusMinus(spread(3.14, 1.2))).toBe('3.1\u00a0±\u00a01.2');
  expect(gained(spread(3.14, 1.2))).toBe('+3.1\u00a0±\u00a01.2');
  expect(gained(spread(-2, 0.5))).toBe('\u22122.0\u00a0±\u00a00.5');
  expect(gainedShare(spread(0.12, 0.05))).toBe('+12\u00a0±\u00a05%');
});
