import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fill, type Texts } from '../src/words/texts';

const english = JSON.parse(readFileSync('src/words/en.json', 'utf8')) as Texts;

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(svelte|ts)$/.test(entry.name) ? [readFileSync(path, 'utf8')] : [];
  });
}
const code = sources('src').join('\n');
const exact = new Set([...code.matchAll(/\bt\(\s*'([^']+)'/g)].map((match) => match[1]!));
const prefixes = [...code.matchAll(/\bt\(\s*`([^`$]+)\$\{[^`]*?\}([^`]*)`/g)].map(
  (match) => [match[1]!, match[2]!] as const,
);

describe('the texts of the interface', () => {
  test('none is missing', () => {
    expect([...exact].filter((key) => !(key in english))).toEqual([]);
    expect(
      prefixes.filter(
        ([start, end]) =>
          !Object.keys(english).some((key) => key.startsWith(start) && key.endsWith(end.replace(/.*\}/, ''))),
      ),
    ).toEqual([]);
  });

  test('none is unused', () => {
    // Also a text chosen first and said later: t(sent ? 'a' : 'b'), or const key = `error.${name}`.
    const quoted = new Set([...code.matchAll(/'([\w.]+)'/g)].map((match) => match[1]!));
    const begun = [...code.matchAll(/`([a-z_]+\.[\w.]*)\$\{/g)].map((match) => match[1]!);
    const used = (key: string) => quoted.has(key) || begun.some((start) => key.startsWith(start));
    expect(Object.keys(english).filter((key) => !used(key))).toEqual([]);
  });

  test.each(['pl', 'ro', 'ru', 'zh-Hant'])('%s says everything English says, with every plural form', (lang) => {
    const path = `src/words/${lang}.json`;
    if (!existsSync(path)) throw new Error(`${path} is missing`);
    const texts = JSON.parse(readFileSync(path, 'utf8')) as Texts;
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    const forms = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    const holes = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();
    for (const [key, text] of Object.entries(english)) {
      const said = texts[key]!;
      if (typeof text === 'string') expect(holes(said as string), key).toEqual(holes(text));
      else for (const form of forms) expect(said, key).toHaveProperty(form);
    }
  });
});

describe('plural forms', () => {
  const text = { one: '{n} karta', few: '{n} karty', many: '{n} kart', other: '{n} karty' };
  test.each([
    [1, '1 karta'],
    [3, '3 karty'],
    [5, '5 kart'],
    [22, '22 karty'],
    [112, '112 kart'],
  ])('%i', (n, said) => {
    expect(fill(text, { n }, new Intl.PluralRules('pl'))).toBe(said);
  });
  test('a negative number can have its own words', () => {
    const income = { by: 'amount', negative: 'paid £{amount}', zero: 'nothing', other: 'got £{amount}' };
    const rules = new Intl.PluralRules('en');
    expect(fill(income, { amount: -3 }, rules)).toBe('paid £3');
    expect(fill(income, { amount: 0 }, rules)).toBe('nothing');
    expect(fill(income, { amount: 4 }, rules)).toBe('got £4');
  });
});

test('no space parts two Chinese words', () => {
  const rules = new Intl.PluralRules('zh-Hant');
  expect(fill('{seat} 跳過', { seat: '你' }, rules)).toBe('你跳過');
  expect(fill({ other: '{names} 獲勝' }, { names: '小明、小華' }, rules)).toBe('小明、小華獲勝');
  expect(fill('{seat} 跳過', { seat: 'Ann' }, rules)).toBe('Ann 跳過');
});

test('days and hours are written in the way of the language, English ones in the British way', () => {
  expect(code).toContain("this.lang === 'en' ? 'en-GB' : this.lang");
  expect(code).not.toMatch(/(DateTimeFormat|toLocaleDateString)\(speech\.lang/);
});
