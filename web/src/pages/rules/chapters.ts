/** The rules by chapter, and the words of a rule with links to the rules it names. */
import type { Rule } from '../../lib/wire';

/** The chapters in the order of reading. */
export const CHAPTERS = [
  'goal',
  'start',
  'turn',
  'build',
  'resources',
  'network',
  'sell',
  'actions',
  'end',
  'variants',
] as const;
export type Chapter = (typeof CHAPTERS)[number];

/** Chapters that tell the same in both games. */
const SHARED: ReadonlySet<Chapter> = new Set<Chapter>(['goal', 'turn', 'build']);

/** The games that have chapters, and the end of their texts' names. */
const GAMES: Readonly<Record<string, string>> = { birmingham: '_b', lancashire: '_l' };

export function hasChapters(page: string): boolean {
  return page in GAMES;
}

/** The name of a chapter's texts. */
export function textOf(chapter: Chapter, page: string): string {
  return `rules.${chapter}${SHARED.has(chapter) ? '' : GAMES[page]}`;
}

/** Rules under the headings they stand under, in order. */
export function sections(rules: readonly Rule[]): { name: string; rules: Rule[] }[] {
  const found: { name: string; rules: Rule[] }[] = [];
  for (const rule of rules) {
    const last = found.at(-1);
    if (last?.name === rule.section && last.rules[0]?.page === rule.page) last.rules.push(rule);
    else found.push({ name: rule.section, rules: [rule] });
  }
  return found;
}

/** The rules that have every word, with those whose id or title has them first. */
export function search(rules: readonly Rule[], asked: string): Rule[] {
  const words = asked.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => text.toLocaleLowerCase().includes(word));
  const found = rules.filter((rule) => has(`${rule.id} ${rule.section} ${rule.title} ${rule.text}`));
  const titled = found.filter((rule) => has(`${rule.id} ${rule.title}`));
  return [...titled, ...found.filter((rule) => !titled.includes(rule))];
}

/** A text split into pieces; the pieces with an odd index are ids of rules. */
export function pieces(text: string, known: ReadonlySet<string>): string[] {
  const parts = text.split(/\b([A-Z][A-Z0-9]*(?:-[A-Z]+)?-\d+)\b/);
  // An id that is no rule's stays text.
  return parts.reduce<string[]>((all, part, n) => {
    if (n % 2 === 1 && known.has(part)) return [...all, part];
    if (all.length % 2 === 1) all.push(all.pop()! + part);
    else all.push(part);
    return all;
  }, []);
}
