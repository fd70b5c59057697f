import { describe, expect, test } from 'vitest';
import { roman, signed } from '../src/words/numbers';
import { fill } from '../src/words/texts';

describe('numbers', () => {
  test.each([
    [0, '0'],
    [1, 'I'],
    [4, 'IV'],
    [8, 'VIII'],
  ])('level %i is printed %s', (level, said) => expect(roman(level)).toBe(said));
  test('zero has no sign', () => expect(signed(-0)).toBe('0'));
  test('a negative number has a true minus sign', () => {
    expect(fill('level {n}', { n: -3 }, new Intl.PluralRules('en'))).toBe('level −3');
  });
});
