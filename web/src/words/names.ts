/** Turns ids into words, as the Python package's `words` does. */
import type { Event, Refusal, RulesetInfo, SeatInfo } from '../lib/wire';
import { roman } from './numbers';
import { capital, g, speech, t } from './speech.svelte';
import type { Values } from './texts';

export interface Board {
  info: RulesetInfo;
  seats: SeatInfo[];
  /** The seat of the player at hand, where that is said as "you". */
  you?: string | null;
}

/** What the server calls the seat of somebody who has deleted their account. */
const FORMER = 'a former player';
/** What it calls whoever gave no name. */
const NAMELESS = /^Player ([A-Z])$/;

/** The name of whoever sits, or sat, somewhere. */
export function personName(name: string): string {
  if (name === FORMER) return t('player.former');
  const seat = NAMELESS.exec(name)?.[1];
  return seat ? capital(g('names', 'player', { seat })) : name;
}

export function industry(id: string, form: 'name' | 'one' | 'many' = 'name'): string {
  const forms = speech.game['industries']?.[id];
  return (typeof forms === 'object' ? forms[form] : undefined) ?? id;
}

export function tileName(id: string): string {
  const [kind = '', level = '1'] = id.split('.');
  const name = capital(g('names', 'tile', { industry: industry(kind), level: roman(Number(level)) }));
  return name.replace(/ (?=[^ ]+$)/, '\u00a0'); // the level stays beside its industry
}

export function placeName(info: RulesetInfo, id: string): string {
  const translated = speech.game['places']?.[id];
  if (typeof translated === 'string') return translated;
  return info.places.find((place) => place.id === id)?.name ?? id;
}

/** A place as its plate on the map names it. */
export function plateName(info: RulesetInfo, id: string): string {
  const short = speech.game['plates']?.[id];
  return typeof short === 'string' ? short : placeName(info, id);
}

function town(id: string): [string, string] {
  const at = id.lastIndexOf('.');
  return at < 0 ? [id, '1'] : [id.slice(0, at), id.slice(at + 1)];
}

export function slotName(info: RulesetInfo, id: string): string {
  const [place, number] = town(id);
  const several = info.slots.some((slot) => slot.id === `${place}.2`);
  return several ? g('names', 'slot', { place: placeName(info, place), number }) : placeName(info, place);
}

export function merchantName(info: RulesetInfo, id: string): string {
  const [place, number] = town(id);
  const several = info.merchants.some((merchant) => merchant.id === `${place}.2`);
  return several ? g('names', 'merchant', { place: placeName(info, place), number }) : placeName(info, place);
}

export function lineName(info: RulesetInfo, id: string): string {
  const ends = info.lines.find((line) => line.id === id)?.ends ?? id.split('--');
  return ends.map((end) => placeName(info, end)).join(g('names', 'line_join'));
}

export function cardName(info: RulesetInfo, id: string): string {
  if (info.places.some((place) => place.id === id)) return placeName(info, id);
  if (speech.game['cards']?.[id] !== undefined) return g('cards', id);
  return capital(
    id
      .split('/')
      .map((part) => industry(part))
      .join(g('names', 'or')),
  );
}

/** Who sits at a seat. One that waits for a player has the name of nobody. */
export function sitter(seat: Pick<SeatInfo, 'kind' | 'name'>): string {
  return seat.kind === 'open' ? t('player.open') : personName(seat.name);
}

/** Whether a name says no more than the seat's badge beside it: the seats of puzzles and studies have no other. */
export function isLetter({ seat, name }: Pick<SeatInfo, 'seat' | 'name'>): boolean {
  return name === seat;
}

export function seatName(seats: readonly SeatInfo[], id: string): string {
  const found = seats.find((seat) => seat.seat === id);
  return found ? sitter(found) : id;
}

export function sourceName(info: RulesetInfo, id: string): string {
  return id === 'market' || id === 'barrel' || id === 'distant' ? g('sources', id) : slotName(info, id);
}

export function listed(names: readonly string[]): string {
  return names.join(g('names', 'list_join'));
}

/** Sentences without their full stops, one after the other. */
export function told(sentences: readonly string[]): string {
  return sentences.join(g('names', 'sentence_join'));
}

/** The number of letters of the longest word, by which a name is fitted into its room. */
export function longest(name: string): number {
  return Math.max(...name.split(/[ -]/).map((word) => word.length));
}

/** Sentences with their full stops, one after the other. */
export function recited(sentences: readonly string[]): string {
  return sentences.join(g('names', 'sentence_join').endsWith(' ') ? ' ' : '');
}

/** A sentence with its full stop. */
export function stopped(sentence: string): string {
  return sentence + g('names', 'sentence_join').trim();
}

/** A name and what belongs to it. */
export function paired(name: string, value: string): string {
  return g('names', 'pair', { name, value });
}

/** A name with a note in brackets. */
export function noted(name: string, note: string): string {
  return g('names', 'note', { name, note });
}

const SECTIONS: Record<string, string> = {
  resource: 'resources',
  goods: 'goods',
  verb: 'verbs',
  decision: 'decisions',
  era: 'eras',
};

/** The values for a template: each id replaced by its words, and what follows from it. */
export function named(params: Values, board: Board): Values {
  const { info } = board;
  const said: Values = { ...params };
  for (const [field, value] of Object.entries(params)) {
    const id = String(value);
    const section = SECTIONS[field];
    if (field === 'seat') said[field] = seatName(board.seats, id);
    else if (field === 'place') said[field] = placeName(info, id);
    else if (field === 'slot') {
      said['slot'] = slotName(info, id);
      said['place'] = placeName(info, String(params['place'] ?? town(id)[0]));
    } else if (field === 'port') said[field] = slotName(info, id);
    else if (field === 'line') said[field] = lineName(info, id);
    else if (field === 'card') said[field] = cardName(info, id);
    else if (field === 'tile') said[field] = tileName(id);
    else if (field === 'merchant') said[field] = merchantName(info, id);
    else if (section) said[field] = g(section, id);
    else if (field === 'industry') {
      said['industry'] = industry(id);
      said['an_industry'] = industry(id, 'one');
      said['industries'] = industry(id, 'many');
      if ('level' in params) said['tile'] = tileName(`${id}.${params['level']}`);
    } else if (field === 'position') said[field] = Number(value) + 1;
    else if (field === 'from_space' || field === 'to_space') {
      said[field.replace('space', 'level')] = info.income_levels[Number(value)] ?? value;
    }
  }
  return said;
}

export function eventText(event: Event, board: Board): string {
  const { event: kind, ...params } = event;
  if (kind === 'drew' && !('card' in params)) return '';
  return g('events', String(kind), named(params as Values, board));
}

export function refusalText(refusal: Refusal, board: Board): string {
  return g('refusals', refusal.reason, named(refusal.params, board));
}
