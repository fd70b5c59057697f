/** Edits the text of a position line by line. */
import type { RulesetInfo } from '../lib/wire';

/** The words of the line that begins with these words; null if there is none. */
export function lineOf(text: string, ...begins: string[]): string[] | null {
  for (const line of text.split('\n')) {
    const words = bare(line);
    if (begins.every((word, n) => words[n] === word)) return words;
  }
  return null;
}

/** The text with another line in place of the one that begins with these words, or without it. */
export function withLine(text: string, begins: string[], rest: string | null): string {
  const lines = text.replace(/\n+$/, '').split('\n');
  const at = lines.findIndex((line) => begins.every((word, n) => bare(line)[n] === word));
  const made = rest === null ? [] : [[...begins, rest].join(' ').trim()];
  if (at >= 0) lines.splice(at, 1, ...made);
  else lines.push(...made);
  return lines.join('\n') + '\n';
}

/** The value after a name in a line, such as 17 after `pounds`. */
export function valueOf(words: readonly string[] | null, name: string): string {
  const at = words?.indexOf(name) ?? -1;
  return at < 0 ? '' : (words![at + 1] ?? '');
}

/** The text with another value after a name in a line. */
export function withValue(text: string, begins: string[], name: string, value: string): string {
  const words = lineOf(text, ...begins) ?? begins;
  const at = words.indexOf(name);
  const rest = at < 0 ? [...words, name, value] : [...words.slice(0, at + 1), value, ...words.slice(at + 2)];
  return withLine(text, begins, rest.slice(begins.length).join(' '));
}

/** Who has a link on a line of the board. */
export function linkOwner(text: string, line: string): string | null {
  const found = text
    .split('\n')
    .map(bare)
    .find((words) => words[0] === 'links' && words.slice(2).includes(line));
  return found?.[1] ?? null;
}

/** The text with a link of a seat on a line, or with none. */
export function withLink(text: string, line: string, seat: string | null): string {
  const owner = linkOwner(text, line);
  let changed = text;
  if (owner) {
    const left = lineOf(text, 'links', owner)!
      .slice(2)
      .filter((one) => one !== line);
    changed = withLine(changed, ['links', owner], left.length ? left.join(' ') : null);
  }
  if (seat)
    changed = withLine(changed, ['links', seat], [...(lineOf(changed, 'links', seat)?.slice(2) ?? []), line].join(' '));
  return changed;
}

/** The text with cards that follow from the others: the deck is what lies nowhere else. */
export function withoutDeck(text: string): string {
  return withLine(text, ['deck'], null);
}

/** Kinds of card and how many of each, from words such as `coal*2`. */
export function cardsOf(words: readonly string[]): [string, number][] {
  return words.map((word) => {
    const [id = '', times = '1'] = word.split('*');
    return [id, Number(times) || 1];
  });
}

/** Words for cards; those of the same kind together. */
export function cardWords(cards: readonly [string, number][]): string[] {
  const counts = new Map<string, number>();
  for (const [id, n] of cards) counts.set(id, (counts.get(id) ?? 0) + n);
  return [...counts].filter(([, n]) => n > 0).map(([id, n]) => (n > 1 ? `${id}*${n}` : id));
}

/** The text with other cards in a hand or a pile. */
export function withCards(text: string, begins: string[], words: readonly string[]): string {
  return withoutDeck(withLine(text, begins, words.length ? words.join(' ') : null));
}

type Tiles = Pick<RulesetInfo, 'tiles'>;

/** How many tiles of an industry a seat's mat has at the beginning. */
export function matSize(info: Tiles, industry: string): number {
  return info.tiles.filter((tile) => tile.industry === industry).reduce((sum, { count }) => sum + count, 0);
}

/** How many tiles have left a mat at least, from those on the board: the lowest leave first. */
function leastGone(text: string, info: Tiles, seat: string, industry: string): number {
  const levels = text
    .split('\n')
    .map(bare)
    .filter((words) => words[0] === 'tile' && words[2] === seat && words[3]?.startsWith(`${industry}.`))
    .map((words) => Number(words[3]!.split('.')[1]));
  if (!levels.length) return 0;
  const highest = Math.max(...levels);
  const lower = info.tiles.filter((tile) => tile.industry === industry && tile.level < highest);
  return lower.reduce((sum, { count }) => sum + count, 0) + levels.filter((level) => level === highest).length;
}

/** How many tiles of an industry have left a seat's mat, built or developed. */
export function matGone(text: string, info: Tiles, seat: string, industry: string): number {
  const given = valueOf(lineOf(text, 'mat', seat), industry);
  return given === '' ? leastGone(text, info, seat, industry) : Number(given);
}

export function withGone(text: string, seat: string, industry: string, gone: number): string {
  return withValue(text, ['mat', seat], industry, String(gone));
}

/** The text with a tile on a space, or with none. A tile that is placed has left its owner's mat. */
export function withTile(text: string, info: Tiles, slot: string, tile: [string, string, string] | null): string {
  const changed = withLine(text, ['tile', slot], tile ? tile.join(' ').trim() : null);
  if (!tile) return changed;
  const [seat, kind] = tile;
  const industry = kind.split('.')[0]!;
  const least = leastGone(changed, info, seat, industry);
  return matGone(changed, info, seat, industry) < least ? withGone(changed, seat, industry, least) : changed;
}

type Demand = { bonuses: number[]; tiles: Record<string, number[]> };

/** How many distant-market tiles of each value are in the stack. */
export function demandLeft(text: string, demand: Demand, players: number): number[] {
  const words = lineOf(text, 'demand')?.slice(3);
  return words?.length ? words.map(Number) : (demand.tiles[players] ?? []);
}

/** The text with other distant-market tiles in the stack. Those turned up have moved the marker. */
export function withDemand(text: string, demand: Demand, players: number, left: readonly number[]): string {
  const all = demand.tiles[players] ?? [];
  const fallen = all.reduce((sum, count, value) => sum + (count - (left[value] ?? 0)) * value, 0);
  const row = Math.max(0, Math.min(fallen, demand.bonuses.length));
  return withLine(text, ['demand'], `${row} left ${left.join(' ')}`);
}

function bare(line: string): string[] {
  return (line.split('#')[0] ?? '').split(/\s+/).filter(Boolean);
}
