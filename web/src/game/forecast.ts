/** What open information adds up to: the score if the era ended now, the cards not seen, the odds of a reveal. */
import type { Choice, RulesetInfo, Seat, Table } from '../lib/wire';

/** A player's VP if the era ended now. */
export function vpThen(table: Table, seat: Seat): number {
  const now = table.state.find((item) => item.seat === seat)?.vp ?? 0;
  return table.scored_now.filter((line) => line.seat === seat).reduce((sum, line) => sum + line.vp, now);
}

/** Where the points would come from that a seat would get if the era ended now. */
export function sourcesThen(table: Table, seat: Seat): [source: string, vp: number][] {
  const found = new Map<string, number>();
  for (const line of table.scored_now)
    if (line.seat === seat) found.set(line.source, (found.get(line.source) ?? 0) + line.vp);
  return [...found].filter(([, vp]) => vp !== 0);
}

export interface Unseen {
  card: string;
  n: number;
}

/** The cards that are neither played this era nor in a hand this browser sees, with their numbers. */
export function unseenCards(info: RulesetInfo, table: Table): Unseen[] {
  const seen = new Map(Object.entries(table.discards));
  for (const card of Object.values(table.hands).flat()) seen.set(card, (seen.get(card) ?? 0) + 1);
  return info.cards
    .filter((card) => !card.wild)
    .map((card) => ({ card: card.id, n: (card.copies[table.players] ?? 0) - (seen.get(card.id) ?? 0) }))
    .filter(({ n }) => n > 0);
}

export interface Odds {
  /** The tiles that bring this. */
  values: number[];
  n: number;
  of: number;
  /** How many extra income spaces the sale brings; null if it fails. */
  bonus: number | null;
}

/** What a sale to the distant market may bring, the best first; `bonuses` are those of its track. */
export function oddsOf(choice: Choice, bonuses: readonly number[]): Odds[] {
  const of = choice.outcomes.reduce((sum, { weight }) => sum + weight, 0);
  const found = new Map<number | null, Odds>();
  for (const { weight, effects } of choice.outcomes) {
    const moved = effects.find((event) => event.event === 'demand_moved');
    if (!moved) continue;
    const bonus = effects.some((event) => event.event === 'flipped') ? (bonuses[moved.row] ?? 0) : null;
    const same = found.get(bonus) ?? { values: [], n: 0, of, bonus };
    found.set(bonus, { ...same, values: [...same.values, moved.value], n: same.n + weight });
  }
  return [...found.values()];
}
