/** Returns the ids of the tiles and links that are new between two tables, so that they can be animated. */
import type { Table } from '../lib/wire';

export function freshThings(before: Table, after: Table): Set<string> {
  const mark = (tile: Table['tiles'][number]) => `${tile.slot} ${tile.seat} ${tile.tile} ${tile.flipped}`;
  const tiles = new Set(before.tiles.map(mark));
  const links = new Set(before.links.map((link) => link.line));
  return new Set([
    ...after.tiles.filter((tile) => !tiles.has(mark(tile))).map((tile) => tile.slot),
    ...after.links.filter((link) => !links.has(link.line)).map((link) => link.line),
  ]);
}
