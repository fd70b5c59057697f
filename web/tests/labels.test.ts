import { expect, test } from 'vitest';
import { spread, ticks } from '../src/charts/labels';
import { columnsFor } from '../src/game/actions';
import { fits } from '../src/map/fit';

test('the letters at the ends of lines neither touch nor leave the chart', () => {
  expect(spread([10, 50], 11, 168)).toEqual([10, 50]);
  expect(spread([10, 10, 15], 11, 168)).toEqual([10, 21, 32]);
  expect(spread([138, 140, 140, 140], 11, 168)).toEqual([135, 146, 157, 168]);
  expect(spread([], 11, 168)).toEqual([]);
});

test('no two values marked beside a chart touch', () => {
  expect(ticks(0, 143)).toEqual([0, 143, 72]);
  expect(ticks(-9, 4)).toEqual([0, 4, 2, -9]);
  expect(ticks(-3, 143)).toEqual([0, 143, 72]);
  expect(ticks(0, 1)).toEqual([0, 1]);
});

test('actions stand in four columns, or in three where their words are long', () => {
  const english = [5, 7, 7, 4, 4, 5, 4, 9];
  const russian = [13, 9, 12, 7, 4, 8, 3, 9];
  expect(columnsFor(english, false)).toHaveLength(4);
  expect(columnsFor(russian, false)).toEqual([15, 11, 14]);
  expect(columnsFor(russian, true)).toHaveLength(4);
});

test('a label fits where its letters have room, and Chinese ones need more', () => {
  expect(fits('Rail Era: rounds', 13, 120)).toBe(true);
  expect(fits('Эпоха железных дорог: раунды', 13, 190)).toBe(false);
  expect(fits('鐵路時代：輪次', 13, 80)).toBe(false);
});
