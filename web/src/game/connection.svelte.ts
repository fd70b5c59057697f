/**
 * One game's connection to the server: it loads the game, hears its news and sends what the player does.
 *
 * Every table reaches the page by one path, `receive`. The live line brings them, in the server's order; where the line
 * is down, `refresh` asks for the same. The answer to a draft, an undo or an end of turn is only an acknowledgement: it
 * says which table to wait for. So a late answer cannot overwrite what is newer, and
 * an answer cannot overtake the log that belongs to its table.
 */
import { api, ServerProblem, type At } from '../lib/api';
import { renewal } from '../lib/build';
import { serverTime } from '../lib/clock.svelte';
import type { Announced, ChatLine, Choices, Live, LogLine, RulesetInfo, Seat, Table } from '../lib/wire';
import { LiveLine, type Line } from './line.svelte';

export interface News {
  table: Table;
  /** What has happened since the news before. */
  log: LogLine[];
  /** What happened before `log` while this browser was not connected. */
  missed: LogLine[];
}

/** The requests a connection makes. */
export type Server = Pick<
  typeof api,
  'table' | 'ruleset' | 'log' | 'chat' | 'say' | 'choices' | 'draft' | 'undo' | 'end'
>;
export type OpenLine = (game: string, hear: (message: Live) => void, failed: () => void, gone: () => void) => Line;

/** How long the live line may take to bring the table that an answer has announced. */
const PATIENCE = 1_500;
const RETRY = 2_000;

export class Connection {
  info = $state.raw<RulesetInfo | null>(null);
  /** There is no such game. */
  missing = $state(false);
  /** A move has been sent, and its table has not arrived yet. */
  busy = $state(false);
  chat = $state.raw<ChatLine[]>([]);
  /** The seats whose players are connected. */
  here = $state.raw<ReadonlySet<Seat>>(new Set());
  /** How many others are watching. */
  watching = $state(0);
  private readonly line: Line;
  private unreached = $state(false);
  online = $derived.by(() => this.line.online && !this.unreached);

  private latest: Table | null = null;
  /** The ply of the first log line that has not been delivered. */
  private next = 0;
  private inbox: { table: Table; log: LogLine[] }[] = [];
  private delivering = false;
  /** How many tables the line has brought. */
  private heard = 0;
  private awaited: () => void = () => {};
  /** The answer to what was sent last. */
  private answer: Promise<Announced | null> = Promise.resolve(null);
  private retry: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  constructor(
    readonly game: string,
    private readonly deliver: (news: News) => void,
    private readonly server: Server = api,
    openLine: OpenLine = (...given) => new LiveLine(...given),
  ) {
    this.line = openLine(
      game,
      (message) => this.hear(message),
      () => void this.refresh(),
      () => (this.missing = true),
    );
  }

  /** Loads the game and opens the live line; where the server cannot be reached, tries again. */
  async start(): Promise<void> {
    try {
      const [table, log] = await this.fetch();
      this.info = await this.server.ruleset(table.ruleset);
      this.chat = await this.server.chat(this.game);
      this.receive(table, log);
    } catch (error) {
      if (this.stopped) return;
      if (error instanceof ServerProblem && [400, 404, 422].includes(error.status)) this.missing = true;
      else {
        this.unreached = true;
        this.retry = setTimeout(() => void this.start(), RETRY);
      }
      return;
    }
    this.unreached = false;
    if (!this.stopped) this.line.open();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.retry);
    this.line.close();
  }

  // -- what the server says ---------------------------------------------------------------------------

  private hear(message: Live): void {
    if (message.type === 'update') {
      this.heard += 1;
      this.receive(message.table, message.log);
    } else if (message.type === 'said') this.add(message.lines);
    else if (message.type === 'pong') serverTime.hear(message.at);
    else if (message.type === 'presence') {
      this.here = new Set(message.connected);
      this.watching = message.watching;
      renewal.hear(message.build);
    }
  }

  private add(lines: readonly ChatLine[]): void {
    const known = new Set(this.chat.map((line) => line.id));
    // Spectators' lines from during the game come after it.
    this.chat = [...this.chat, ...lines.filter((line) => !known.has(line.id))].sort((a, b) => a.id - b.id);
  }

  /** Takes in a table and the log that came with it. The only way for a table to reach the page. */
  private receive(table: Table, log: LogLine[]): void {
    this.inbox.push({ table, log });
    if (!this.delivering) void this.work();
  }

  private async work(): Promise<void> {
    this.delivering = true;
    for (let next = this.inbox.shift(); next && !this.stopped; next = this.inbox.shift()) {
      const { table } = next;
      if (this.latest && table.last_ply < this.latest.last_ply) continue;
      const log = next.log.filter((line) => line.ply >= this.next && line.ply < table.last_ply);
      const missed = await this.missed(log[0]?.ply ?? table.last_ply);
      const complete = log.length + missed.length === table.last_ply - this.next;
      if (complete) this.next = table.last_ply;
      this.latest = table;
      this.deliver({ table, log: complete ? log : [], missed: complete ? missed : [] });
      this.awaited();
    }
    this.delivering = false;
  }

  /** The log lines before a ply that have not been delivered. */
  private missed(before: number): LogLine[] | Promise<LogLine[]> {
    if (before <= this.next) return [];
    return this.server.log(this.game, this.next).then(
      (lines) => lines.filter((line) => line.ply < before),
      () => [], // the next news will ask again
    );
  }

  private fetch(): Promise<[Table, LogLine[]]> {
    return Promise.all([this.server.table(this.game), this.server.log(this.game, this.next)]);
  }

  /** Asks for what the live line does not bring. Whatever the line brings meanwhile is newer. */
  private async refresh(): Promise<void> {
    const heard = this.heard;
    const news = await this.fetch().catch(() => null); // the line will bring it once it is back
    if (news && heard === this.heard) this.receive(...news);
  }

  // -- what the player does ---------------------------------------------------------------------------

  draft(at: At, move: string): Promise<void> {
    return this.send(() => this.server.draft(this.game, at, move));
  }

  undo(at: At, steps: number | 'all'): Promise<void> {
    return this.send(() => this.server.undo(this.game, at, steps));
  }

  end(at: At): Promise<void> {
    return this.send(() => this.server.end(this.game, at));
  }

  /** The choices at a table. The answer to a draft brings those that follow it; others are asked for. */
  async choices(game: string, stamp: string): Promise<Choices> {
    const brought = (await this.answer)?.choices;
    return brought?.stamp === stamp ? brought : this.server.choices(game);
  }

  async say(text: string, name: string | null): Promise<void> {
    this.add([await this.server.say(this.game, text, name)]);
  }

  /** Reads the chat again after somebody was blocked or unblocked. */
  async rereadChat(): Promise<void> {
    this.chat = await this.server.chat(this.game);
  }

  /** Sends a move and waits for the table it leads to. Refusals are thrown. */
  private async send(write: () => Promise<Announced>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const answer = write();
      this.answer = answer.catch(() => null);
      await this.arrival(await answer);
    } catch (error) {
      if (error instanceof ServerProblem && error.problem.table) await this.arrival(error.problem.table);
      throw error;
    } finally {
      this.busy = false;
    }
  }

  /** Waits until a table that the server has announced, or a later one, is here. */
  private async arrival(announced: Announced): Promise<void> {
    const has = () =>
      this.latest !== null && (this.latest.stamp === announced.stamp || this.latest.last_ply > announced.last_ply);
    if (has()) return;
    if (this.line.online) {
      await new Promise<void>((done) => {
        const timer = setTimeout(done, PATIENCE);
        this.awaited = () => {
          if (!has()) return;
          clearTimeout(timer);
          done();
        };
      });
      this.awaited = () => {};
      if (has()) return;
      this.line.renew();
    }
    await this.refresh();
  }
}
