/** The points of an era that has just been scored. */
import type { Event, Seat, Table } from '../lib/wire';
import { SCORED } from './sentences';

const SCORING: ReadonlySet<string> = new Set(Object.values(SCORED));

/** Returns what an era's scoring brought, and what was gained or lost while it was played: its sums are all its points. */
export function pointsOfEra(scored: { era: string; events: Event[] }, gained: Table['scores']): Table['scores'] {
  const before = gained.filter(({ era, source }) => era === scored.era && !SCORING.has(source));
  const now = scored.events.map((event) => ({
    seat: event['seat'] as Seat,
    era: scored.era,
    source: SCORED[String(event['event'])]!,
    vp: Number(event['vp']),
  }));
  return [...before, ...now] as Table['scores'];
}
