/** The printed boards as the server would describe them, read from the rulesets' own data. */
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import type { RulesetInfo } from '../src/lib/wire';

interface BoardFile {
  place: { id: string; name: string; kind: string; spaces: string[] }[];
  line: { id: string; joins: string[]; eras: string[] }[];
}
interface GameFile {
  market: Record<string, { prices: number[]; empty_price: number }>;
  merchant?: { place: string; from_players: number; spaces: number; bonus: string; amount: number }[];
  demand?: number[];
}

export function printed(game: string): RulesetInfo {
  const read = (file: string): unknown =>
    parse(readFileSync(`../src/grandjunction/rulesets/${game}/data/${file}.toml`, 'utf8'));
  const board = read('board') as BoardFile;
  const data = read('game') as GameFile;
  const places = board.place.map((place) => ({
    id: place.id,
    name: place.name,
    kind: place.kind,
    slots: place.spaces.map((_, n) => `${place.id}.${n + 1}`),
  }));
  const merchants = (data.merchant ?? []).flatMap((merchant) =>
    Array.from({ length: merchant.spaces }, (_, n) => ({ ...merchant, id: `${merchant.place}.${n + 1}` })),
  );
  return {
    id: game,
    places,
    slots: [],
    lines: board.line.map((line) => ({ id: line.id, ends: line.joins, eras: line.eras })),
    merchants,
    markets: Object.entries(data.market).map(([resource, market]) => ({ resource, ...market })),
    demand: data.demand ? { bonuses: data.demand, tiles: {} } : null,
  } as unknown as RulesetInfo;
}
