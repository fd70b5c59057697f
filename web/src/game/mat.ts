/** A player's mat: which tile lies on top, which follows, and what a tile costs in words. */
import type { PlayerState, RulesetInfo, Tile } from '../lib/wire';
import { industry, listed, recited, stopped, tileName } from '../words/names';
import { roman } from '../words/numbers';
import { capital, g, t } from '../words/speech.svelte';

export type Track = PlayerState['mat'][number];

export function tileOf(info: RulesetInfo, id: string | null): Tile | null {
  return info.tiles.find((tile) => tile.id === id) ?? null;
}

/** The tile on top of a track once the one that lies there is gone. */
export function following(info: RulesetInfo, track: Track): Tile | null {
  const top = tileOf(info, track.next);
  const rest = info.tiles
    .filter(({ industry }) => industry === track.industry)
    .sort((one, other) => one.level - other.level)
    .flatMap((tile) => Array.from({ length: track.left[tile.level] ?? 0 }, () => tile));
  const at = rest.findIndex((tile) => tile.id === top?.id);
  return rest[at + 1] ?? null;
}

/** "£16, coal × 1". */
export function needsText(tile: Tile): string {
  const needs = [`£${tile.cost}`];
  if (tile.coal) needs.push(`${g('resources', 'coal')} × ${tile.coal}`);
  if (tile.iron) needs.push(`${g('resources', 'iron')} × ${tile.iron}`);
  return listed(needs);
}

/** Everything a tile costs and brings. */
export function tileText(tile: Tile): string {
  const said = [
    t('mat.tile', {
      tile: tileName(tile.id),
      needs: needsText(tile),
      vp: tile.vp,
      income: tile.income,
      icons: tile.icons,
    }),
  ];
  if (tile.beer) said.push(stopped(t('map.beer_to_sell', { n: tile.beer })));
  if (!tile.developable) said.push(stopped(t('tiles.bulb')));
  return recited(said);
}

/** What comes on top when the top tile is developed: "Next: Manufacturer III, £16, iron × 1; 5 VP". */
export function followingText(info: RulesetInfo, track: Track): string {
  const tile = following(info, track);
  if (!tile) return t('mat.next_none');
  const said = t('mat.next', { tile: tileName(tile.id), needs: needsText(tile), vp: tile.vp, income: tile.income });
  return tile.developable ? said : recited([said, stopped(t('tiles.bulb'))]);
}

/** A track of the mat in words: its next tile, what comes after it where something is developed, and how many are left. */
export function trackText(info: RulesetInfo, track: Track, developing: boolean): string {
  const tile = tileOf(info, track.next);
  if (!tile) return t('mat.none', { industry: capital(industry(track.industry)) });
  const levels = Object.entries(track.left).filter(([, left]) => left > 0);
  const left = levels.map(([level, count]) => `${roman(Number(level))} ×${count}`);
  return recited([
    tileText(tile),
    ...(developing ? [followingText(info, track)] : []),
    t('mat.left', { levels: listed(left) }),
  ]);
}
