/** Decides what the board shows: the news one after the other at the chosen pace, or a moment of the past. */
import type { api } from '../lib/api';
import type { Event, LogLine, Seat, Table } from '../lib/wire';
import type { News } from './connection.svelte';
import { freshThings } from './fresh';
import { Pacer } from './pacer.svelte';
import { SCORED } from './sentences';
import { moveByMove } from './steps';

/** Things fly over the map when history moves on by fewer plies than this. */
const STEP = 12;
/** The scoring of an era stays on the board for this many moves of a rival. */
const SCORING = 5;
/** The least time in milliseconds for which a move that is shown again stays on the board. */
const RERUN = 900;

interface Shown extends News {
  /** Only the points are shown: the board stays as it was. */
  scoring: boolean;
}

function scoringEvents(log: readonly LogLine[]): Event[] {
  return log.flatMap((line) => line.events.filter((event) => String(event['event']) in SCORED));
}

export class Playback {
  /** The newest table that has been shown. */
  table = $state.raw<Table | null>(null);
  log = $state.raw<LogLine[]>([]);
  /** A moment of the past, while one is looked at. */
  past = $state.raw<Table | null>(null);
  /** Ids of what has just changed on the board. */
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  /** What has just happened, for cubes and points to fly over the map. */
  flights = $state.raw<{ key: number; events: Event[] }>({ key: 0, events: [] });
  /** The moves of others that the board has just shown. */
  latest = $state.raw<LogLine[]>([]);
  /** The points of an era that has just ended. */
  eraScored = $state.raw<{ era: string; events: Event[] } | null>(null);
  /** An era is being scored, on the board as it was. */
  scoring = $state(false);
  /** A seat that this browser held has moved to another device. */
  lost = $state(false);
  /** On a shared screen: the seat whose hand may be seen. */
  private revealed = $state<Seat | null>(null);

  readonly pacer = new Pacer<Shown>(
    (news) => this.show(news),
    (news) => this.pause(news),
  );
  /** Shows moments of the past again, one after the other, and then the present. */
  readonly rerun = new Pacer<number | null>(
    (ply) => void this.look(ply).catch(() => this.look(null)),
    (ply) => (ply === null ? 0 : Math.max(this.pace(), RERUN)),
  );
  private looking: number | null = null;
  /** The news before the one that is being split into its moves. */
  private arrival: Promise<void> = Promise.resolve();
  private arriving = 0;
  /** How often the player has skipped ahead. */
  private skips = 0;

  constructor(
    private readonly game: string,
    private readonly server: Pick<typeof api, 'table'>,
    /** Milliseconds between two moves of rivals. */
    private readonly pace: () => number,
    /** Called with every table that is shown, unless it is of the past. */
    private readonly shows: (table: Table) => void,
  ) {}

  shown = $derived(this.past ?? this.table);
  /** The seat that decides. */
  deciding = $derived(this.table?.decision.seat ?? null);
  myTurn = $derived.by(() => {
    const { table, deciding } = this;
    if (!table || table.over || this.past || this.scoring) return false;
    return deciding !== null && table.mine.includes(deciding);
  });
  /** Several players share this screen, and the one to act has not asked for the hand yet. */
  covered = $derived(this.myTurn && (this.table?.mine.length ?? 0) > 1 && this.revealed !== this.deciding);

  reveal(): void {
    this.revealed = this.deciding;
  }

  // -- the present ------------------------------------------------------------------------------------

  receive(news: News): void {
    if (!this.arriving && !this.hasSteps(news)) return this.queue(news);
    this.arriving += 1;
    const { skips } = this;
    this.arrival = this.arrival
      .then(() => (this.hasSteps(news) && skips === this.skips ? this.steps(news) : [news]))
      .then((steps) => {
        this.arriving -= 1;
        for (const step of steps) this.queue(step);
      });
  }

  /** Whether an update holds several moves, some of them a rival's, to be shown one by one. */
  private hasSteps({ table, log, missed }: News): boolean {
    return this.table !== null && !missed.length && this.isPaced(table, log) && moveByMove(log).length > 1;
  }

  /** Fetches the tables between the moves. Without them, or when the player is in a hurry, the news stays whole. */
  private async steps(news: News): Promise<News[]> {
    const { skips } = this;
    const moves = moveByMove(news.log);
    const asked = moves.slice(1).map((lines) => this.server.table(this.game, lines[0]!.ply));
    const tables = await Promise.all(asked).catch(() => null);
    if (!tables || skips !== this.skips) return [news];
    return moves.map((log, n) => {
      const between = tables[n];
      if (!between) return { ...news, log };
      // At a shared screen the server shows the hand of whoever acts now, who may not have taken the screen yet.
      const hands = between.mine.length > 1 ? {} : between.hands;
      return { table: { ...between, hands }, log, missed: [] };
    });
  }

  private queue(news: News): void {
    // An era is scored on the board it ends with, not on the one that is cleared for the next.
    if (this.table && scoringEvents(news.log).length && this.pace() > 0) this.pacer.push({ ...news, scoring: true });
    this.pacer.push({ ...news, scoring: false });
  }

  /** Shows whatever is waiting, at once. */
  skip(): void {
    this.skips += 1;
    this.endRerun();
    this.pacer.skip();
    this.fly([]);
  }

  closeScores(): void {
    this.eraScored = null;
    if (this.scoring) this.skip();
  }

  stop(): void {
    this.pacer.stop();
    this.rerun.drop();
  }

  private pause({ table, log, scoring }: Shown): number {
    if (!this.table) return 0;
    if (scoring) return this.pace() * SCORING;
    return this.isPaced(table, log) ? this.pace() : 0;
  }

  /** Whether a rival has moved, and rivals are not to be shown at once. */
  private isPaced(table: Table, log: readonly LogLine[]): boolean {
    return this.pace() > 0 && log.some((line) => line.seat !== null && !table.mine.includes(line.seat));
  }

  private show({ table, log, missed, scoring }: Shown): void {
    const before = this.table;
    const last = this.log.at(-1)?.ply ?? -1;
    const news = log.filter((line) => line.ply > last);
    const added = [...missed.filter((line) => line.ply > last), ...news];
    if (added.length) this.log = [...this.log, ...added];
    if (before) this.animate(before, table, news, scoring);
    if (before?.mine.some((seat) => !table.mine.includes(seat))) this.lost = true;
    this.scoring = scoring;
    if (scoring) return;
    if (table.over) this.eraScored = null; // the result says it all
    if (before?.stamp !== table.stamp || before.ply !== table.ply) {
      this.fresh = before ? freshThings(before, table) : new Set();
    }
    this.table = table;
    this.shows(table);
  }

  private animate(before: Table, table: Table, news: LogLine[], scoring: boolean): void {
    if (news.length) {
      const scored = scoringEvents(news);
      // The player's own moves were seen when they were drafted.
      const others = news.filter((line) => line.seat === null || !table.mine.includes(line.seat));
      this.latest = others;
      this.fly(scored.length ? scored : others.flatMap((line) => line.events));
      if (scored.length && (scoring || !table.over)) this.eraScored = { era: before.era, events: scored };
    } else if (table.draft && table.last_ply === before.last_ply && table.stamp !== before.stamp) {
      this.fly(table.draft.events.slice(before.draft?.events.length ?? 0));
    }
  }

  private fly(events: Event[]): void {
    this.flights = { key: this.flights.key + 1, events };
  }

  // -- the past ---------------------------------------------------------------------------------------

  /** Shows the table at a ply, or with null the present again. */
  async look(ply: number | null): Promise<void> {
    this.looking = ply;
    if (ply === null) {
      this.past = null;
      this.latest = [];
      return;
    }
    const past = await this.server.table(this.game, ply);
    if (this.looking !== ply) return; // another moment has been asked for since
    const before = this.past;
    this.fresh = before ? freshThings(before, past) : new Set();
    const near = before !== null && before.ply < ply && ply - before.ply < STEP;
    this.latest = near ? this.log.filter((line) => line.ply >= before.ply && line.ply < ply) : [];
    if (near) this.fly(this.latest.flatMap((line) => line.events));
    this.past = past;
  }

  /** Shows these moments of the past one after the other, then the present. */
  again(plies: readonly number[]): void {
    this.rerun.drop();
    for (const ply of [...plies, null]) this.rerun.push(ply);
  }

  private endRerun(): void {
    if (!this.rerun.waiting) return;
    this.rerun.drop();
    void this.look(null);
  }
}
