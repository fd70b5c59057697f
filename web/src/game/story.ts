/** Tells a finished game in a line: by how much it was won, from behind or not, and by what. */
import type { ScoreLine, Seat, Table } from '../lib/wire';
import { listed, recited, seatName } from '../words/names';
import { g, small, t } from '../words/speech.svelte';

/** The facts of which a story is made. */
export interface Plot {
  winners: Seat[];
  second: Seat | null;
  /** VP between the first and the second. */
  margin: number;
  /** Who led when the first of several eras had been scored, and by how much, unless a winner did. */
  led: { seat: Seat; era: string; by: number } | null;
  /** Where most of the winners' VP came from. */
  source: ScoreLine['source'] | null;
  from: number;
}

function sum(scores: readonly ScoreLine[], seat: Seat, only: Partial<ScoreLine> = {}): number {
  const fits = (line: ScoreLine) =>
    line.seat === seat &&
    (only.era === undefined || line.era === only.era) &&
    (only.source === undefined || line.source === only.source);
  return scores.filter(fits).reduce((total, line) => total + line.vp, 0);
}

export function plotOf(table: Pick<Table, 'standings' | 'scores' | 'state'>): Plot | null {
  const { standings, scores, state } = table;
  const winners = standings[0] ?? [];
  const first = winners[0];
  if (!first) return null;
  const vp = (seat: Seat) => state.find((one) => one.seat === seat)?.vp ?? 0;
  const second = winners.length === 1 ? (standings[1]?.[0] ?? null) : null;
  const [era, later] = [...new Set(scores.map((line) => line.era))];
  const halfway = state.map(({ seat }) => ({ seat, vp: era ? sum(scores, seat, { era }) : 0 }));
  const best = halfway.reduce((a, b) => (b.vp > a.vp ? b : a));
  const lead = best.vp - Math.max(...halfway.filter(({ seat }) => winners.includes(seat)).map((one) => one.vp));
  const sources = [...new Set(scores.map((line) => line.source))]
    .map((source) => ({ source, vp: sum(scores, first, { source }) }))
    .sort((a, b) => b.vp - a.vp);
  return {
    winners,
    second,
    margin: second ? vp(first) - vp(second) : 0,
    led: era && later && lead > 0 ? { seat: best.seat, era, by: lead } : null,
    source: sources[0]?.vp ? sources[0].source : null,
    from: sources[0]?.vp ?? 0,
  };
}

/** The story in sentences: "Ada won by 7 VP, though Bob led by 4 after the Canal Era. …". */
export function story(table: Table): string {
  const plot = plotOf(table);
  if (!plot) return '';
  const name = (seat: Seat) => seatName(table.seats, seat);
  const names = listed(plot.winners.map(name));
  const said: string[] = [];
  if (plot.winners.length > 1) said.push(t('story.shared', { names }));
  else if (plot.second === null) said.push(t('story.won', { names }));
  else if (plot.margin === 0) said.push(t('story.tie', { names, second: name(plot.second) }));
  else said.push(t('story.margin', { names, second: name(plot.second), n: plot.margin }));
  if (plot.led) said.push(t('story.led', { seat: name(plot.led.seat), era: g('eras', plot.led.era), n: plot.led.by }));
  if (plot.source) said.push(t('story.source', { source: small(g('vp', plot.source)), n: plot.from }));
  return recited(said);
}
