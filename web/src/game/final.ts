/** How a game ends: whether it has, and the board that is left. */
import type { LogLine, Table } from '../lib/wire';
import { t } from '../words/speech.svelte';

/** Whether nothing can be played any more: the game is over, or it was given up, abandoned or ended by a vote. */
export function isClosed(table: Pick<Table, 'over' | 'ended'>): boolean {
  return table.over || table.ended !== null;
}

/** Whether a game may be reviewed: once it is over, and earlier by whoever plays against bots alone. */
export function mayReview({ over, mine, seats }: Pick<Table, 'over' | 'mine' | 'seats'>): boolean {
  return over || (mine.length === 1 && seats.every((seat) => (seat.kind === 'bot') !== seat.is_mine));
}

/** How a game ended before its last round, in a sentence. */
export function endedText(ended: NonNullable<Table['ended']>): string {
  return t(`play.${ended === 'given_up' ? 'ended' : ended}`);
}

/**
 * Returns the table with the links that the last scoring took off the board, if the game is over there. The players'
 * stocks are counted as they were with these links built.
 */
export function withFinalLinks(table: Table, log: readonly LogLine[]): Table {
  if (!table.over || table.links.length) return table;
  const last = log.filter((line) => line.events.some((event) => event.event === 'lifted')).at(-1);
  const links = (last?.events ?? []).flatMap((event) =>
    event.event === 'lifted' ? [{ line: event.line, seat: event.seat }] : [],
  );
  if (!links.length) return table;
  const state = table.state.map((player) => ({
    ...player,
    links_left: player.links_left - links.filter(({ seat }) => seat === player.seat).length,
  }));
  return { ...table, links, state };
}
