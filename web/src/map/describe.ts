/** Describes the things on the board, for tooltips and screen readers. */
import type { RulesetInfo, Table } from '../lib/wire';
import {
  industry,
  lineName,
  listed,
  merchantName,
  placeName,
  seatName,
  slotName,
  tileName,
  told,
} from '../words/names';
import { signed } from '../words/numbers';
import { capital, g, t } from '../words/speech.svelte';
import type { ThingKind } from './lights';

/** Returns a heading, then the facts. */
export function describe(kind: ThingKind, id: string, info: RulesetInfo, table: Table): string[] {
  switch (kind) {
    case 'slot':
      return slot(id, info, table);
    case 'line':
      return line(id, info, table);
    case 'merchant':
      return merchant(id, info, table);
    case 'market':
      return market(id, info, table);
    case 'demand':
      return demand(info, table);
    case 'place':
      return place(id, info);
  }
}

function roomText(shows: readonly string[]): string {
  return t('map.room', { industries: shows.map((item) => industry(item)).join(g('names', 'or')) });
}

function slot(id: string, info: RulesetInfo, table: Table): string[] {
  const shows = info.slots.find((item) => item.id === id)?.shows ?? [];
  const built = table.tiles.find((item) => item.slot === id);
  const head = slotName(info, id);
  const room = roomText(shows);
  if (!built) return [head, room];
  const tile = info.tiles.find((item) => item.id === built.tile);
  if (!tile) return [head];
  const said = [
    head,
    t('map.tile', { tile: tileName(tile.id), seat: seatName(table.seats, built.seat), letter: built.seat }),
  ];
  const made = info.makes[tile.industry];
  if (built.flipped) said.push(t('map.flipped', { vp: tile.vp, icons: tile.icons }));
  else {
    if (made) said.push(t('map.holds', { n: built.holds, resource: g('resources', made) }));
    said.push(t('map.when_flipped', { vp: tile.vp, income: tile.income }));
    if (tile.beer) said.push(t('map.beer_to_sell', { n: tile.beer }));
  }
  return said;
}

function line(id: string, info: RulesetInfo, table: Table): string[] {
  const printed = info.lines.find((item) => item.id === id);
  const link = table.links.find((item) => item.line === id);
  const said = [lineName(info, id)];
  if (link) said.push(t(`map.link.${table.era}`, { seat: seatName(table.seats, link.seat), letter: link.seat }));
  else if (printed?.eras.includes(table.era)) said.push(t(`map.free.${table.era}`));
  if (printed && printed.eras.length === 1) said.push(t(`map.only.${printed.eras[0]}`));
  return said;
}

function merchant(id: string, info: RulesetInfo, table: Table): string[] {
  const printed = info.merchants.find((item) => item.id === id);
  const now = table.merchants.find((item) => item.space === id);
  const said = [merchantName(info, id)];
  if (!now?.goods) return [...said, t('map.no_merchant', { n: printed?.from_players ?? 2 })];
  said.push(t('map.buys', { goods: g('goods', now.goods) }));
  if (now.barrel && printed)
    said.push(t('map.barrel', { bonus: g('bonuses', printed.bonus, { amount: printed.amount }) }));
  return said;
}

function market(id: string, info: RulesetInfo, table: Table): string[] {
  const now = table.markets.find((item) => item.resource === id);
  const printed = info.markets.find((item) => item.resource === id);
  if (!now || !printed) return [id];
  return [
    capital(t(`map.market.${id}`)),
    t('map.market_cubes', { n: now.cubes, spaces: printed.prices.length }),
    t('map.market_next', { price: now.next_price }),
    t('map.market_empty', { price: printed.empty_price }),
  ];
}

function demand(info: RulesetInfo, table: Table): string[] {
  if (!table.demand || !info.demand) return [];
  const { bonus, left } = table.demand;
  return [
    t('map.distant'),
    bonus === null ? t('map.demand_none') : t('map.demand_bonus', { n: bonus }),
    t('map.demand_tiles', { tiles: listed(left.map((n, value) => `${signed(-value)} ×${n}`)) }),
  ];
}

function place(id: string, info: RulesetInfo): string[] {
  const printed = info.places.find((item) => item.id === id);
  const spaces = info.slots.filter((item) => item.place === id);
  const said = [placeName(info, id), ...spaces.map(({ shows }) => roomText(shows))];
  if (printed?.kind === 'external' || printed?.kind === 'waypoint') said.push(t('map.icons', { n: 2 }));
  return said;
}

/** The whole position as sentences. */
export function describePosition(info: RulesetInfo, table: Table): string[] {
  const said: string[] = [
    t('describe.when', { era: g('eras', table.era), round: table.round, rounds: table.rounds }),
    t('describe.order', { seats: listed(table.order.map((seat) => seatName(table.seats, seat))) }),
  ];
  for (const player of table.state) {
    said.push(
      t('describe.player', {
        seat: seatName(table.seats, player.seat),
        pounds: player.pounds,
        level: player.income_level,
        vp: player.vp,
        cards: player.hand_size,
        links: player.links_left,
      }),
    );
  }
  for (const item of table.markets) said.push(told(market(item.resource, info, table)));
  for (const item of table.merchants) if (item.goods) said.push(told(merchant(item.space, info, table)));
  if (table.demand) said.push(told(demand(info, table)));
  for (const item of table.tiles) said.push(told(slot(item.slot, info, table)));
  for (const item of table.links) said.push(told(line(item.line, info, table)));
  return said;
}
