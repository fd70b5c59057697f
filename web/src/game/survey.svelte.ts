/** What the map draws on request: what a seat reaches, and how a move would get its coal. */
import type { api } from '../lib/api';
import type { Choice, CoalRoute, Seat, SeatReach, Table } from '../lib/wire';

/** Asks the server once for each table, and keeps the answer until the table changes. */
export class Survey {
  private reaches = $state.raw<{ key: string; seats: SeatReach[] }>({ key: '', seats: [] });
  private ways = $state.raw<{ key: string; routes: CoalRoute[] }>({ key: '', routes: [] });
  /** What is being asked for: an answer to anything else comes too late. */
  private wanted = { reach: '', ways: '' };

  constructor(
    private readonly game: string,
    private readonly server: Pick<typeof api, 'reach' | 'routes'>,
  ) {}

  /** What a seat reaches at a table; null until the server has answered. */
  reach(table: Table, seat: Seat): SeatReach | null {
    if (this.reaches.key !== keyOf(table)) return null;
    return this.reaches.seats.find((one) => one.seat === seat) ?? null;
  }

  /** The way of each coal cube of a choice. */
  routes(table: Table, choice: Choice): CoalRoute[] {
    return this.ways.key === `${keyOf(table)} ${choice.move}` ? this.ways.routes : [];
  }

  async askReach(table: Table): Promise<void> {
    const key = keyOf(table);
    if (key === this.wanted.reach) return;
    this.wanted.reach = key;
    const seats = await this.server.reach(this.game, table.live ? undefined : table.ply).catch(() => null);
    if (this.wanted.reach !== key) return;
    if (seats) this.reaches = { key, seats };
    else this.wanted.reach = '';
  }

  async askRoutes(table: Table, choice: Choice): Promise<void> {
    const key = `${keyOf(table)} ${choice.move}`;
    if (key === this.wanted.ways || !choice.coal.length) return;
    this.wanted.ways = key;
    const routes = await this.server.routes(this.game, choice.move).catch(() => null);
    if (this.wanted.ways !== key) return;
    if (routes) this.ways = { key, routes };
    else this.wanted.ways = '';
  }
}

function keyOf(table: Table): string {
  return `${table.ply} ${table.stamp}`;
}
