/** Words what a move will do, in short lines in the present tense. */
import type { Event } from '../lib/wire';
import { cardName, placeName, seatName, tileName, type Board } from '../words/names';
import { capital, g, t } from '../words/speech.svelte';

type Line = (event: Event, board: Board) => string | string[];

function town(event: Event, { info }: Board): string {
  const slot = String(event['slot']);
  return placeName(info, slot.slice(0, slot.lastIndexOf('.')));
}

function who(event: Event, { seats, you }: Board): string {
  const seat = String(event['seat']);
  return seat === you ? capital(t('player.you')) : seatName(seats, seat);
}

const LINES: Record<string, Line> = {
  flipped: (event, board) =>
    t('will.flips', { tile: tileName(String(event['tile'])), place: town(event, board), seat: who(event, board) }),
  replaced: (event, board) =>
    t('will.leaves', { tile: tileName(String(event['tile'])), place: town(event, board), seat: who(event, board) }),
  income_moved: (event, board) => {
    const level = (field: 'from_space' | 'to_space') => board.info.income_levels[Number(event[field])] ?? 0;
    return t('will.income', {
      seat: who(event, board),
      from: level('from_space'),
      to: level('to_space'),
      first: Number(event['from_space']),
      last: Number(event['to_space']),
    });
  },
  stocked: (event, board) =>
    Number(event['amount']) > 0
      ? t('will.holds', {
          place: town(event, board),
          n: Number(event['amount']),
          resource: g('resources', String(event['resource'])),
        })
      : '',
  received: (event, board) => t('will.money', { seat: who(event, board), amount: Number(event['amount']) }),
  borrowed: (event, board) => t('will.money', { seat: who(event, board), amount: Number(event['amount']) }),
  scored_bonus: (event, board) => t('will.vp', { seat: who(event, board), n: Number(event['vp']) }),
  took: (event, board) => t('will.card', { card: cardName(board.info, String(event['card'])) }),
  liquidated: (event, board) => [
    t('will.leaves', { tile: tileName(String(event['tile'])), place: town(event, board), seat: who(event, board) }),
    t('will.money', { seat: who(event, board), amount: Number(event['amount']) }),
  ],
};

/** The cubes left on a new tile after the markets have taken theirs. */
function left(stocked: Extract<Event, { event: 'stocked' }>, events: readonly Event[]): Event {
  const gone = events.filter((event) => event['event'] === 'sold_cube' && event['slot'] === stocked['slot']).length;
  return { ...stocked, amount: stocked.amount - gone };
}

/** What the markets take, summed: "To the market: 3 × coal, +£5". */
export function soldTexts(events: readonly Event[]): string[] {
  const sold = new Map<string, { n: number; amount: number }>();
  for (const event of events.filter((one) => one['event'] === 'sold_cube')) {
    const resource = String(event['resource']);
    const sum = sold.get(resource) ?? { n: 0, amount: 0 };
    sold.set(resource, { n: sum.n + 1, amount: sum.amount + Number(event['amount']) });
  }
  return [...sold].map(([resource, sum]) => t('will.sold', { ...sum, resource: g('resources', resource) }));
}

export function effectTexts(events: readonly Event[], board: Board): string[] {
  const said: string[] = [];
  for (const event of events) {
    const lines = LINES[event.event]?.(event.event === 'stocked' ? left(event, events) : event, board) ?? [];
    said.push(...[lines].flat().filter((line) => line));
  }
  return [...soldTexts(events), ...said];
}
