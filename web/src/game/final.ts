/** The board that a finished game ends with. */
import type { LogLine, Table } from '../lib/wire';

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
