/** What to ask the server when something cannot be done: the move that comes nearest to the click. */
import type { RulesetInfo, Table, Why } from '../lib/wire';
import type { Part, Pick } from './narrow';

export type Question = Partial<Why> & { question: Why['question'] };

interface Asking {
  info: RulesetInfo;
  table: Table;
  picks: readonly Pick[];
}

function picked(picks: readonly Pick[], part: Part): string | undefined {
  return picks.find((pick) => pick.part === part)?.value;
}

/** An own tile that still waits to be sold. */
function unsold({ info, table }: Asking): string | undefined {
  const seat = table.decision.seat;
  return table.tiles.find((tile) => tile.seat === seat && !tile.flipped && !info.makes[tile.tile.split('.')[0] ?? ''])?.slot;
}

export function aboutSlot(asking: Asking, slot: string): Question {
  const { info, table, picks } = asking;
  const own = table.tiles.find((tile) => tile.slot === slot);
  const verb = picked(picks, 'verb');
  if (verb === 'sell' || (own?.seat === table.decision.seat && own && !own.flipped && !verb)) return { question: 'sell', slot };
  const shows = info.slots.find((item) => item.id === slot)?.shows ?? [];
  const card = picked(picks, 'card');
  const named = picked(picks, 'industry') ?? own?.tile.split('.')[0];
  const ofCard = info.cards.find((item) => item.id === card)?.industries.find((item) => shows.includes(item));
  const industry = named ?? ofCard ?? shows[0] ?? '';
  if (card) return { question: 'move', move: `build ${industry} ${slot} card ${card}` };
  return { question: 'build', industry, place: slot.slice(0, slot.lastIndexOf('.')) };
}

export function aboutLine(line: string): Question {
  return { question: 'link', line };
}

export function aboutMerchant(asking: Asking, merchant: string): Question | null {
  const slot = picked(asking.picks, 'slot') ?? unsold(asking);
  return slot ? { question: 'move', move: `sell ${slot} to ${merchant}` } : null;
}

/** Why a card cannot pay for what is picked. */
export function aboutCard({ table, picks }: Asking, card: string): Question | null {
  const verb = picked(picks, 'verb') ?? 'build';
  const slot = picked(picks, 'slot');
  const industry = picked(picks, 'industry');
  return verb === 'build' && slot && industry && table.decision.name === 'action'
    ? { question: 'move', move: `build ${industry} ${slot} card ${card}` }
    : null;
}

/** Why an action is not possible at all; null: there is nothing on the board to ask about. */
export function aboutVerb(asking: Asking, verb: string): Question | null {
  const { info, table } = asking;
  if (verb === 'sell') {
    const slot = unsold(asking);
    return slot ? { question: 'sell', slot } : null;
  }
  if (verb === 'link') {
    const laid = new Set(table.links.map((link) => link.line));
    const line = info.lines.find((item) => item.eras.includes(table.era) && !laid.has(item.id));
    return line ? aboutLine(line.id) : null;
  }
  if (verb === 'build') {
    const slot = info.slots.find((item) => !table.tiles.some((tile) => tile.slot === item.id));
    return slot ? aboutSlot({ ...asking, picks: [] }, slot.id) : null;
  }
  return verb === 'build_anywhere' ? null : { question: 'verb', verb };
}
