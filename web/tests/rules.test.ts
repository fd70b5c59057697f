import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Rule } from '../src/lib/wire';
import { CHAPTERS, pieces, search, sections, textOf } from '../src/pages/rules/chapters';
import type { Texts } from '../src/words/texts';

const texts = JSON.parse(readFileSync('src/words/lessons/en.json', 'utf8')) as Texts;
const page = readFileSync('src/pages/rules/RulesPage.svelte', 'utf8');

function rule(id: string, section: string, title: string, text = ''): Rule {
  return { id, page: 'birmingham', subject: 'goal', section, title, text };
}

test('every chapter of both games has its texts, and there are no others', () => {
  const chapters = ['birmingham', 'lancashire'].flatMap((game) => CHAPTERS.map((chapter) => textOf(chapter, game)));
  const wanted = new Set(chapters.flatMap((key) => [`${key}.title`, `${key}.text`]));
  for (const key of wanted) expect(texts, key).toHaveProperty([key]);
  const others = Object.keys(texts).filter((key) => key.startsWith('rules.') && !wanted.has(key));
  for (const key of others) expect(page, key).toContain(`'${key}'`);
});

describe('the rules', () => {
  const coal = rule('B-COAL-01', 'Coal', 'What needs coal', 'See B-LINK-04.');
  const rules = [rule('B-LINK-04', 'Network', 'Rail price', 'One coal'), coal, rule('B-COAL-02', 'Coal', 'Mines')];

  test('stand under their headings', () => {
    expect(sections(rules).map(({ name, rules }) => [name, rules.length])).toEqual([
      ['Network', 1],
      ['Coal', 2],
    ]);
  });
  test('are found by words, those with the words in the title first', () => {
    expect(search(rules, 'COAL').map(({ id }) => id)).toEqual(['B-COAL-01', 'B-COAL-02', 'B-LINK-04']);
    expect(search(rules, 'coal see').map(({ id }) => id)).toEqual(['B-COAL-01']);
    expect(search(rules, 'beer')).toEqual([]);
  });
  test('link to the rules they name, and to nothing else', () => {
    const known = new Set(['B-LINK-04']);
    expect(pieces(coal.text, known)).toEqual(['See ', 'B-LINK-04', '.']);
    expect(pieces('See B-NONE-09 or B-LINK-04', known)).toEqual(['See B-NONE-09 or ', 'B-LINK-04', '']);
    expect(pieces('none', known)).toEqual(['none']);
  });
});
