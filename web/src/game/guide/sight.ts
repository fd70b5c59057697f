/** What the guide looks at: the table, what has happened, and what the player may do. It knows no rules. */
import type { Choice, Event, LogLine, RulesetInfo, Table } from '../../lib/wire';

export interface Sight {
  info: RulesetInfo;
  table: Table;
  log: readonly LogLine[];
  myTurn: boolean;
  /** What the player may do now; empty while it is on its way. */
  choices: readonly Choice[];
}

/** Whether the player has done something, in this turn or in an earlier one. */
export function did(sight: Sight, what: (event: Event) => boolean): boolean {
  return logged(sight, what) > 0 || ((sight.table.draft?.events ?? []) as Event[]).some(what);
}

/** Whether the player has done something in a turn that is over. */
export function didBefore(sight: Sight, what: (event: Event) => boolean): boolean {
  // A revealed tile makes moves of the open turn final: they are in the log already.
  const sealed = (sight.table.draft?.sealed_events ?? []) as Event[];
  return logged(sight, what) > sealed.filter(what).length;
}

function logged({ log }: Sight, what: (event: Event) => boolean): number {
  return log.reduce((sum, line) => sum + line.events.filter(what).length, 0);
}

/** Whether the open turn has been used for anything. */
export function begun({ table: { draft } }: Sight): boolean {
  return draft !== null && draft.units.length + draft.sealed.length > 0;
}

export function placeOf({ info }: Sight, slot: string): string {
  return info.slots.find(({ id }) => id === slot)?.place ?? '';
}

/** The places of the player's tiles of an industry. */
export function myPlaces(sight: Sight, industry: string): string[] {
  const { table } = sight;
  return table.tiles
    .filter((tile) => table.mine.includes(tile.seat) && tile.tile.startsWith(`${industry}.`))
    .map((tile) => placeOf(sight, tile.slot));
}

/** The places one link away in this era. */
export function neighbours({ info, table }: Sight, place: string): string[] {
  return info.lines
    .filter((line) => line.ends.includes(place) && line.eras.includes(table.era))
    .flatMap((line) => line.ends.filter((end) => end !== place));
}

/** The merchants of a place who buy the goods of an industry and still have their beer. */
export function buyersIn({ info, table }: Sight, place: string, industry: string): string[] {
  return table.merchants
    .filter(({ space, goods, barrel }) => {
      const buys = info.goods.find(({ id }) => id === goods)?.buys ?? [];
      return (
        barrel &&
        buys.some((one) => one === industry) &&
        info.merchants.some((m) => m.id === space && m.place === place)
      );
    })
    .map(({ space }) => space);
}

/** Whether a card in hand names a place with a space for an industry, or the industry itself. */
export function serves({ info }: Sight, card: string, industry: string): boolean {
  const printed = info.cards.find(({ id }) => id === card);
  if (!printed) return false;
  if (printed.industries.some((one) => one === industry)) return true;
  return info.slots.some((slot) => slot.place === printed.place && slot.shows.some((one) => one === industry));
}

export function hand({ table }: Sight): string[] {
  return table.viewer ? (table.hands[table.viewer] ?? []) : [];
}
