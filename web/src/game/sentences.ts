/** Choices, prices and events in words. */
import type { Choice, Event, LogLine, PricePart, RulesetInfo, Table } from '../lib/wire';
import {
  type Board,
  cardName,
  eventText,
  industry,
  lineName,
  listed,
  merchantName,
  noted,
  paired,
  seatName,
  slotName,
  sourceName,
  tileName,
} from '../words/names';
import { signed } from '../words/numbers';
import { capital, g, t } from '../words/speech.svelte';
import type { ThingKind } from '../map/lights';
import { soldTexts } from './effects';
import { narrow, type Part } from './narrow';
import type { Selection } from './selection.svelte';

/** A choice without its card and sources: "Build a pottery in Belper 3". */
export function choiceText(choice: Choice, info: RulesetInfo): string {
  const values = {
    slot: choice.slot ? slotName(info, choice.slot) : '',
    line: choice.line ? lineName(info, choice.line) : '',
    an_industry: choice.industry ? industry(choice.industry, 'one') : '',
    industry: choice.industry ? industry(choice.industry) : '',
    amount: choice.amount ?? 0,
  };
  const move = g('moves', choice.verb, values);
  const buyer = choice.merchant
    ? merchantName(info, choice.merchant)
    : choice.port
      ? sourceName(info, choice.port)
      : '';
  return buyer ? g('parts', 'buyer', { move, buyer }) : move;
}

function ownerName({ decision, mine, seats }: Table, owner: string): string {
  return owner === decision.seat && (mine as string[]).includes(owner) ? t('player.you') : seatName(seats, owner);
}

/** "Coal from Blue's mine in Cannock (free)". */
export function priceText(part: PricePart, choice: Choice, info: RulesetInfo, table: Table): string {
  if (part.what === 'money') {
    if (choice.tile && choice.verb.startsWith('build')) return tileName(choice.tile);
    if (choice.line) return t(`price.link.${table.era}`);
    return g('verbs', choice.verb);
  }
  const resource = capital(g('resources', part.what));
  if (part.source === 'market') return t('price.market', { resource });
  if (part.source === 'barrel') return t('price.barrel', { resource });
  return t('price.tile', {
    resource,
    seat: part.owner ? ownerName(table, part.owner) : '',
    slot: part.source ? slotName(info, part.source) : '',
  });
}

/** A value of an open part, as a button says it. */
export function optionText(part: Part, value: string, info: RulesetInfo, table: Table): string {
  switch (part) {
    case 'verb':
      return g('verbs', value);
    case 'industry':
      return capital(industry(value));
    case 'slot': {
      const tile = table.tiles.find((item) => item.slot === value);
      const name = slotName(info, value);
      return tile ? noted(name, listed([tile.seat, tileName(tile.tile)])) : name;
    }
    case 'line':
      return lineName(info, value);
    case 'buyer':
      return value === 'distant'
        ? capital(sourceName(info, value))
        : info.merchants.some((merchant) => merchant.id === value)
          ? merchantName(info, value)
          : slotName(info, value);
    case 'amount':
      return `£${value}`;
    case 'card':
      return cardName(info, value);
    default: {
      const owner = table.tiles.find((item) => item.slot === value)?.seat;
      const name = capital(sourceName(info, value));
      return owner ? t('source.tile', { slot: name, seat: seatName(table.seats, owner) }) : name;
    }
  }
}

/** What a click on a thing on the board would start: "Build a coal mine: £5". */
export function offerLines(selection: Selection, info: RulesetInfo, kind: ThingKind, id: string): string[] {
  if (kind !== 'slot' && kind !== 'line') return [];
  const bound = selection.picks.filter(({ part }) => part === 'verb' || part === 'industry' || part === 'card');
  const cheapest = new Map<string, number>();
  for (const choice of narrow(selection.reachable, [...bound, { part: kind, value: id }])) {
    const built = choice.tile && choice.verb.startsWith('build');
    const what = built ? paired(g('verbs', choice.verb), tileName(choice.tile!)) : choiceText(choice, info);
    cheapest.set(what, Math.min(cheapest.get(what) ?? Infinity, choice.pounds));
  }
  return [...cheapest].map(([what, pounds]) => `▸ ${what}${pounds ? ` – £${pounds}` : ''}`);
}

const QUIET: ReadonlySet<string> = new Set([
  'drew',
  'set_aside',
  'ordered',
  'merchant_dealt',
  'barrel_set',
  'turn_began',
  'round_began',
  'era_began',
  'discarded',
  'paid',
  'stocked',
  'removed',
  'lifted',
  'game_over',
]);
export const MAIN: ReadonlySet<string> = new Set([
  'placed',
  'laid',
  'developed',
  'borrowed',
  'sold',
  'sold_to_port',
  'sold_abroad',
  'bartered',
  'took',
  'passed',
  'liquidated',
]);
/** What a turn has done so far, one text per action: the two cards of a Scout are one. */
export function doneTexts(events: readonly Event[], board: Board): string[] {
  const done: string[] = [];
  const main = events.filter((event) => MAIN.has(event.event));
  for (const [n, event] of main.entries()) {
    const scouted = event.event === 'took' && main[n - 1]?.event === 'took';
    if (scouted) done.splice(-1, 1, scoutText([main[n - 1]!, event], board));
    else done.push(eventText(event, board));
  }
  return done;
}

/** A Scout is one action, which takes two cards. */
function scoutText(took: readonly Event[], { info, seats }: Board): string {
  const cards = took.map((event) => cardName(info, String(event['card'])));
  return t('log.scouted', { seat: seatName(seats, took[0]!.seat!), cards: listed(cards) });
}

const HEADINGS: ReadonlySet<string> = new Set(['round_began', 'era_began', 'game_over']);
/** The source under which an event's points are summed. */
export const SCORED: Record<string, string> = {
  scored_link: 'links',
  scored_tile: 'tiles',
  scored_again: 'tiles_again',
  scored_money: 'money',
  scored_income: 'income',
};

export interface Said {
  ply: number;
  seat: LogLine['seat'];
  heading: string | null;
  main: string;
  /** What was paid, and with which cards. */
  pounds: number;
  cards: string[];
  more: string[];
  ids: string[];
}

/** Ids of the things on the board that an event is about. */
export function idsOf(events: readonly Event[]): string[] {
  const ids: string[] = [];
  for (const event of events) {
    for (const id of [event.slot, event.line, event.merchant, event.port]) if (id !== undefined) ids.push(id);
    if (event['event'] === 'bought' || event['event'] === 'sold_cube') ids.push(`market:${event['resource']}`);
  }
  return ids;
}

/** Words a log line in reading order: what was done, what it led to, then what the round or era brought. */
export function logText(line: LogLine, info: RulesetInfo, table: Table): Said[] {
  const board = { info, seats: table.seats };
  const kind = (event: Event) => String(event['event']);
  const blank = { ply: line.ply, seat: null, heading: null, main: '', pounds: 0, cards: [], more: [], ids: [] };
  const said: Said[] = [];
  const events = line.events.filter((event) => !QUIET.has(kind(event)));
  const main = events.filter((event) => MAIN.has(kind(event)));
  const scored = events.filter((event) => kind(event) in SCORED);
  const income = events.filter((event) => kind(event) === 'income_paid' && event['amount'] !== 0);
  const rest = events.filter(
    (event) =>
      !MAIN.has(kind(event)) &&
      !(kind(event) in SCORED) &&
      kind(event) !== 'income_paid' &&
      !(kind(event) === 'forfeited' && event['amount'] === 0),
  );
  if (main.length) {
    const played = line.events.filter((event) => kind(event) === 'discarded' && event['card'] !== undefined);
    const paid = line.events.filter((event) => kind(event) === 'paid' || kind(event) === 'bought');
    said.push({
      ...blank,
      seat: line.seat,
      main: listed(doneTexts(main, board)),
      pounds: paid.reduce((sum, event) => sum + Number(event['amount']), 0),
      cards: played.map((event) => cardName(info, String(event['card']))),
      more: [
        ...soldTexts(rest),
        ...rest.filter((event) => kind(event) !== 'sold_cube').map((event) => eventText(event, board)),
      ],
      ids: idsOf(line.events),
    });
  } else {
    for (const event of rest) {
      const seat = (event['seat'] as LogLine['seat'] | undefined) ?? line.seat;
      said.push({ ...blank, seat, main: eventText(event, board), ids: idsOf([event]) });
    }
  }
  if (income.length) said.push({ ...blank, more: income.map((event) => eventText(event, board)) });
  for (const { seat } of scored.length ? table.seats : []) {
    const mine = scored.filter((event) => event['seat'] === seat);
    const parts = [...new Set(mine.map((event) => SCORED[kind(event)]!))].map((source) => {
      const vp = mine
        .filter((event) => SCORED[kind(event)] === source)
        .reduce((sum, event) => sum + Number(event['vp']), 0);
      return `${g('vp', source)} ${signed(vp)}`;
    });
    const vp = mine.reduce((sum, event) => sum + Number(event['vp']), 0);
    said.push({
      ...blank,
      seat,
      main: t('log.scored', { seat: seatName(table.seats, seat), n: vp }),
      more: parts,
      ids: idsOf(mine),
    });
  }
  for (const event of line.events) {
    if (HEADINGS.has(kind(event))) said.push({ ...blank, heading: eventText(event, board) });
  }
  return said;
}
