/** Groups a game's moments by rounds: the beginning of each, and the end. */
import type { Moment } from '../lib/wire';

export interface Course {
  moments: Moment[];
  /** The era of each stretch, and at which moment it begins. */
  eras: { era: string; from: number }[];
}

export function byRounds(all: readonly Moment[]): Course {
  const moments: Moment[] = [];
  const eras: Course['eras'] = [];
  for (const moment of all) {
    if (moment.to_act === null) continue;
    const last = moments.at(-1);
    if (last?.era === moment.era && last.round === moment.round) continue;
    if (eras.at(-1)?.era !== moment.era) eras.push({ era: moment.era, from: moments.length });
    moments.push(moment);
  }
  const end = all.at(-1);
  if (end && end !== moments.at(-1)) moments.push(end);
  return { moments, eras };
}

/** Returns the plies at which someone decides: the stops when stepping through a game. */
export function stops(all: readonly Moment[]): number[] {
  const found = all.filter((moment) => moment.to_act !== null).map((moment) => moment.ply);
  const end = all.at(-1)?.ply;
  if (end !== undefined && found.at(-1) !== end) found.push(end);
  return found;
}
