/** The money of a move: whose it is, and where on the board it goes or comes from. */
import type { Event, Seat } from '../lib/wire';

export interface Coin {
  seat: Seat;
  pounds: number;
  /** What it is paid for, or what pays: a space, a line or a market. Null for the bank. */
  thing: string | null;
  /** Whether the player gets it. */
  gained: boolean;
}

/** Returns one coin for each player and place, in the order of the events. */
export function coinsOf(events: readonly Event[]): Coin[] {
  const site = events.find((event) => event.event === 'placed' || event.event === 'laid');
  const coins = new Map<string, Coin>();
  const add = (coin: Coin) => {
    const key = `${coin.seat} ${coin.thing} ${coin.gained}`;
    const known = coins.get(key);
    coins.set(key, known ? { ...known, pounds: known.pounds + coin.pounds } : coin);
  };
  for (const event of events) {
    if (event.event === 'paid') {
      const thing = site?.slot ? `slot:${site.slot}` : site?.line ? `line:${site.line}` : null;
      add({ seat: event.seat, pounds: event.amount, thing, gained: false });
    } else if (event.event === 'bought' || event.event === 'sold_cube') {
      const gained = event.event === 'sold_cube';
      add({ seat: event.seat, pounds: event.amount, thing: `market:${event.resource}`, gained });
    } else if (event.event === 'borrowed' || event.event === 'received') {
      add({ seat: event.seat, pounds: event.amount, thing: null, gained: true });
    }
  }
  return [...coins.values()].filter((coin) => coin.pounds > 0);
}
