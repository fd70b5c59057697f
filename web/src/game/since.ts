/** What the rivals have done since the player's last turn. */
import type { Colour, Event, LogLine, Seat, Table } from '../lib/wire';
import type { Board } from '../words/names';
import { capital } from '../words/speech.svelte';
import { doneTexts, MAIN } from './sentences';
import { moveByMove } from './steps';

/** One rival's moves since then. */
export interface Recap {
  seat: Seat;
  lines: LogLine[];
}

/** Returns the moves of each rival, in the order in which they began, since the last move of a seat. */
export function sinceLastTurn(log: readonly LogLine[], seat: Seat): Recap[] {
  const last = log.map((line) => line.seat).lastIndexOf(seat);
  const recaps: Recap[] = [];
  for (const line of log.slice(last + 1)) {
    if (line.seat === null) continue;
    const known = recaps.find((one) => one.seat === line.seat);
    if (known) known.lines.push(line);
    else recaps.push({ seat: line.seat, lines: [line] });
  }
  return recaps;
}

/** What a rival has done, without the name: "Built Coal mine I in Dudley". */
export function recapTexts({ lines }: Recap, { info }: Board): string[] {
  const events = lines.flatMap((line) => line.events.map((event) => ({ ...event, seat: '' }) as unknown as Event));
  const counts = new Map<string, number>();
  for (const text of doneTexts(events, { info, seats: [] })) {
    const nameless = capital(text.replace(/^[\s:：]+/, ''));
    counts.set(nameless, (counts.get(nameless) ?? 0) + 1);
  }
  return [...counts].map(([text, n]) => (n > 1 ? `${text} ×${n}` : text));
}

const CHANGES: ReadonlySet<string> = new Set(['placed', 'flipped', 'laid', 'consumed']);

/** The tiles and links on the board that rivals have changed, with the colour of whoever did it. */
export function changesOf(recaps: readonly Recap[], table: Table): Map<string, Colour> {
  const standing = new Set([...table.tiles.map((tile) => tile.slot), ...table.links.map((link) => link.line)]);
  const colours = new Map(table.seats.map((seat) => [seat.seat, seat.colour]));
  const changes = new Map<string, Colour>();
  for (const { seat, lines } of recaps) {
    for (const event of lines.flatMap((line) => line.events)) {
      const id = event.slot ?? event.line;
      const colour = colours.get(seat);
      if (id !== undefined && colour && CHANGES.has(event.event) && standing.has(id)) changes.set(id, colour);
    }
  }
  return changes;
}

/** The plies at which a rival's moves are looked at again: before the first of them, then after each. */
export function replayPlies({ lines }: Recap, log: readonly LogLine[]): number[] {
  const plies: number[] = [];
  for (const move of moveByMove(log)) {
    const mine = move.find((line) => lines.includes(line));
    if (!mine) continue;
    if (plies.at(-1) !== mine.ply) plies.push(mine.ply);
    plies.push(mine.ply + 1);
  }
  return plies;
}

/** The thing on the board that moves are about: the last space or line of what was done. */
export function focusOf(events: readonly Event[]): string | null {
  const done = events.filter((event) => MAIN.has(event.event));
  return done.flatMap((event) => event.slot ?? event.line ?? []).at(-1) ?? null;
}
