/** One game as this browser sees it: the table, the open choices, and what has been picked of them. */
import { api, ServerProblem } from '../lib/api';
import { PACES, settings } from '../lib/settings.svelte';
import type { ChatLine, Choice, Event, Hint, Live, LogLine, Rule, RulesetInfo, Seat, Table } from '../lib/wire';
import type { Light, Lights, Thing, ThingKind } from '../map/lights';
import { refusalText } from '../words/names';
import { g, speech, t } from '../words/speech.svelte';
import { decided, narrow, openPart, possible, withPick, type Part, type Pick } from './narrow';

export interface Notice {
  text: string;
  rule: Rule | null;
  kind: 'no' | 'info';
}

interface Arrived {
  table: Table;
  log: LogLine[];
}

export class Session {
  info = $state.raw<RulesetInfo | null>(null);
  table = $state.raw<Table | null>(null);
  choices = $state.raw<Choice[]>([]);
  picks = $state.raw<Pick[]>([]);
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  notice = $state.raw<Notice | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** Ids pointed at in a log line or a price. */
  pointed = $state.raw<ReadonlySet<string>>(new Set());
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  /** What has just happened, for things to fly over the map. */
  flights = $state.raw<{ key: number; events: Event[] }>({ key: 0, events: [] });
  busy = $state(false);
  online = $state(true);
  missing = $state(false);
  /** A moment of the past, if one is looked at. */
  past = $state.raw<Table | null>(null);

  private socket: WebSocket | null = null;
  private queue: Arrived[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private choicesStamp = '';

  constructor(readonly game: string) {}

  shown = $derived(this.past ?? this.table);
  mine = $derived(this.table?.decision.seat ?? null);
  myTurn = $derived(
    this.past === null && this.table !== null && this.mine !== null && this.table.mine.includes(this.mine) && !this.table.over,
  );
  /** Where several people share this screen: whose hand may be seen now. */
  revealed = $state<Seat | null>(null);
  covered = $derived(this.myTurn && (this.table?.mine.length ?? 0) > 1 && this.revealed !== this.mine);
  left = $derived(narrow(this.choices, this.picks));
  open = $derived<Part | null>(this.choices.length ? openPart(this.choices, this.picks) : null);
  decided = $derived(this.choices.length && this.picks.length ? decided(this.choices, this.picks) : null);
  /** Picking another action lets go of what does not go with it, so all of them stay open. */
  verbs = $derived(possible(this.choices, [], 'verb'));
  cards = $derived(possible(this.choices, this.picks, 'card'));
  industries = $derived(possible(this.choices, this.picks, 'industry'));
  pickedCards = $derived(this.picks.filter((pick) => pick.part === 'card').map((pick) => pick.value));

  lights = $derived.by<Lights>(() => {
    const { choices, picks } = this;
    if (!this.myTurn || choices.length === 0) return { of: () => 'plain', pointed: this.pointed, calm: true };
    const source = this.open === 'coal' || this.open === 'iron' || this.open === 'beer' ? this.open : null;
    const sources = source ? possible(choices, picks, source) : new Set<string>();
    const slots = possible(choices, picks, 'slot');
    const lines = possible(choices, picks, 'line');
    const buyers = possible(choices, picks, 'buyer');
    const settled = this.decided?.choice;
    const chosen = new Set(picks.filter((pick) => pick.part !== 'verb' && pick.part !== 'card').map((pick) => pick.value));
    if (settled) for (const id of [settled.slot, settled.line, settled.merchant, settled.port]) if (id) chosen.add(id);
    const started = picks.length > 0;
    const of = (kind: ThingKind, id: string): Light => {
      if (kind === 'market') {
        if (source === id && sources.has('market')) return 'lit';
        return settled && settled[id as 'coal' | 'iron']?.includes('market') ? 'chosen' : 'plain';
      }
      if (kind === 'demand') return buyers.has('distant') ? (chosen.has('distant') ? 'chosen' : 'lit') : 'plain';
      if (kind === 'merchant' && source === 'beer' && sources.has('barrel')) {
        return this.left.some((choice) => choice.merchant === id) ? 'lit' : 'faded';
      }
      if (chosen.has(id)) return 'chosen';
      if (source && kind === 'slot') return sources.has(id) ? 'lit' : 'faded';
      const set = kind === 'line' ? lines : kind === 'merchant' ? buyers : slots;
      if (set.has(id) || (kind === 'slot' && buyers.has(id))) return 'lit';
      return started ? 'faded' : 'plain';
    };
    return { of, pointed: this.pointed, calm: !started };
  });

  // -- coming and going ---------------------------------------------------------------------------

  async start(): Promise<void> {
    try {
      const table = await api.table(this.game);
      this.info = await api.ruleset(table.ruleset);
      this.show(table);
      [this.log, this.chat] = await Promise.all([api.log(this.game), api.chat(this.game)]);
    } catch (error) {
      if (error instanceof ServerProblem && error.status === 404) {
        this.missing = true;
        return;
      }
      this.online = false;
    }
    this.connect();
  }

  stop(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private connect(wait = 500): void {
    if (this.closed) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.online = true;
      wait = 500;
    };
    socket.onmessage = (message) => this.hear(JSON.parse(String(message.data)) as Live);
    socket.onclose = () => {
      if (this.closed) return;
      this.online = false;
      setTimeout(() => this.connect(Math.min(wait * 2, 8000)), wait);
    };
  }

  private hear(message: Live): void {
    if (message.type === 'update') this.arrive({ table: message.table, log: message.log });
    else if (message.type === 'said') {
      const known = new Set(this.chat.map((line) => line.id));
      this.chat = [...this.chat, ...message.lines.filter((line) => !known.has(line.id))];
    }
  }

  /** News: shown at once, or one after the other at the pace chosen for bots. */
  private arrive(news: Arrived): void {
    const pace = PACES[settings.pace];
    const now = this.table;
    const bots = news.log.some((line) => line.seat !== null && now?.seats.find((seat) => seat.seat === line.seat)?.kind === 'bot');
    if (pace === 0 || !now || (!bots && this.queue.length === 0)) {
      this.take(news);
      return;
    }
    this.queue.push(news);
    if (this.timer === undefined) this.next();
  }

  private next(): void {
    const news = this.queue.shift();
    if (!news) {
      this.timer = undefined;
      return;
    }
    this.take(news);
    this.timer = setTimeout(() => this.next(), PACES[settings.pace]);
  }

  /** Whether bots' moves wait to be shown. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const rest = this.queue;
    this.queue = [];
    for (const news of rest) this.take(news);
  }

  private take({ table, log }: Arrived): void {
    const last = this.log.at(-1)?.ply ?? -1;
    const news = log.filter((line) => line.ply > last);
    if (news.length) {
      this.log = [...this.log, ...news];
      this.fly(news.flatMap((line) => line.events));
    }
    this.show(table);
  }

  private fly(events: Event[]): void {
    this.flights = { key: this.flights.key + 1, events };
  }

  private show(table: Table): void {
    const before = this.table;
    // The answer to a request may come after news that are newer.
    if (before && table.last_ply < before.last_ply) return;
    if (before?.stamp === table.stamp && before.ply === table.ply) {
      this.table = table;
      if (this.choicesStamp !== table.stamp) void this.choose(table);
      return;
    }
    const fresh = new Set<string>();
    if (before) {
      const tiles = new Set(before.tiles.map((tile) => `${tile.slot}${tile.seat}${tile.tile}${tile.flipped}`));
      for (const tile of table.tiles) if (!tiles.has(`${tile.slot}${tile.seat}${tile.tile}${tile.flipped}`)) fresh.add(tile.slot);
      const links = new Set(before.links.map((link) => link.line));
      for (const link of table.links) if (!links.has(link.line)) fresh.add(link.line);
    }
    this.fresh = fresh;
    this.table = table;
    this.picks = [];
    this.hint = null;
    this.choices = [];
    void this.choose(table);
  }

  private async choose(table: Table): Promise<void> {
    this.choicesStamp = table.stamp;
    const seat = table.decision.seat;
    if (seat === null || !table.mine.includes(seat) || table.over) return;
    const got = await api.choices(this.game).catch(() => null);
    if (got && this.table?.stamp === got.stamp) this.choices = got.choices;
    else if (got) this.choicesStamp = '';
  }

  // -- choosing -----------------------------------------------------------------------------------

  pick(part: Part, value: string): boolean {
    this.notice = null;
    const picks = withPick(this.choices, this.picks, { part, value });
    if (picks === null) return false;
    this.picks = picks;
    return true;
  }

  clear(): void {
    this.picks = [];
    this.notice = null;
  }

  /** A click on the board. */
  touch({ kind, id }: Thing): void {
    if (!this.myTurn) return;
    const settled = this.decided?.choice;
    if (settled && (settled.slot === id || settled.line === id) && this.open === null) {
      if (this.picks.some((pick) => pick.value === id)) {
        void this.confirm();
        return;
      }
    }
    const source = this.open === 'coal' || this.open === 'iron' || this.open === 'beer' ? this.open : null;
    if (source) {
      const value = kind === 'market' ? (id === source ? 'market' : '') : kind === 'merchant' ? 'barrel' : id;
      if (value && possible(this.choices, this.picks, source).has(value)) {
        this.pick(source, value);
        return;
      }
    }
    if (kind === 'demand') this.pick('buyer', 'distant');
    else if (kind === 'merchant') this.pick('buyer', id) || this.say(t('play.merchant_not_now'));
    else if (kind === 'line') this.pick('line', id) || void this.why({ question: 'link', line: id });
    else if (kind === 'slot') {
      if (this.open === 'buyer' && possible(this.choices, this.picks, 'buyer').has(id)) this.pick('buyer', id);
      else if (!this.pick('slot', id)) void this.whySlot(id);
    }
  }

  async confirm(): Promise<void> {
    const { decided, table } = this;
    if (!decided || !table) return;
    await this.send((at) => api.draft(this.game, at, decided.notation));
  }

  async play(notation: string): Promise<boolean> {
    return this.send((at) => api.draft(this.game, at, notation));
  }

  async undo(steps: number | 'all'): Promise<void> {
    await this.send((at) => api.undo(this.game, at, steps));
  }

  async end(): Promise<void> {
    await this.send((at) => api.end(this.game, at));
  }

  private async send(ask: (at: { ply: number; stamp: string }) => Promise<Table>): Promise<boolean> {
    if (!this.table || this.busy) return false;
    this.busy = true;
    this.notice = null;
    try {
      const table = await ask({ ply: this.table.ply, stamp: this.table.stamp });
      if (table.draft) this.fly(table.draft.events.slice(this.table.draft?.events.length ?? 0));
      this.show(table);
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  private fail(error: unknown): void {
    if (!(error instanceof ServerProblem)) {
      this.notice = { text: t('error.offline'), rule: null, kind: 'no' };
      return;
    }
    const { problem } = error;
    if (problem.table) this.show(problem.table);
    if (problem.refusal && this.info && this.table) {
      const text = refusalText(problem.refusal, { info: this.info, seats: this.table.seats });
      this.notice = { text: `${text}: ${problem.refusal.rule}`, rule: null, kind: 'no' };
    } else {
      const known = t(`error.${problem.error}`);
      this.notice = { text: known === `error.${problem.error}` ? problem.message : known, rule: null, kind: 'no' };
    }
  }

  private say(text: string): void {
    this.notice = { text, rule: null, kind: 'info' };
  }

  // -- asking -------------------------------------------------------------------------------------

  async whySlot(id: string): Promise<void> {
    const industry = this.picks.find((pick) => pick.part === 'industry')?.value;
    const place = id.slice(0, id.lastIndexOf('.'));
    const verb = this.picks.find((pick) => pick.part === 'verb')?.value;
    const own = this.table?.tiles.find((tile) => tile.slot === id);
    if (verb === 'sell' || (own && own.seat === this.mine && !own.flipped && !verb)) {
      await this.why({ question: 'sell', slot: id });
      return;
    }
    const shows = this.info?.slots.find((slot) => slot.id === id)?.shows ?? [];
    await this.why({ question: 'build', industry: industry ?? own?.tile.split('.')[0] ?? shows[0] ?? '', place });
  }

  /** Why an action is not possible at all: asked about what comes nearest to it. */
  async whyVerb(verb: string): Promise<void> {
    const table = this.table;
    const own = table?.tiles.find((tile) => tile.seat === this.mine && !tile.flipped && !this.info?.makes[tile.tile.split('.')[0] ?? '']);
    if (verb === 'sell' && own) await this.why({ question: 'sell', slot: own.slot });
    else if (['sell', 'build', 'link', 'build_anywhere'].includes(verb)) this.say(t('play.none_possible', { verb: g('verbs', verb) }));
    else await this.why({ question: 'verb', verb });
  }

  async why(question: Parameters<typeof api.why>[1]): Promise<void> {
    try {
      const answer = await api.why(this.game, question);
      if (!this.info || !this.table) return;
      if (!answer.refusal) this.say(t('play.nothing_forbids'));
      else {
        const text = refusalText(answer.refusal, { info: this.info, seats: this.table.seats });
        this.notice = { text: `${text}: ${answer.refusal.rule}`, rule: answer.rule, kind: 'no' };
      }
    } catch (error) {
      this.fail(error);
    }
  }

  async askHint(): Promise<void> {
    this.busy = true;
    try {
      this.hint = await api.hint(this.game, speech.lang);
    } catch (error) {
      this.fail(error);
    } finally {
      this.busy = false;
    }
  }

  async look(ply: number | null): Promise<void> {
    if (ply === null) {
      this.past = null;
      return;
    }
    try {
      this.past = await api.table(this.game, ply);
      this.info ??= await api.ruleset(this.past.ruleset);
    } catch (error) {
      this.fail(error);
    }
  }

  point(ids: readonly string[]): void {
    this.pointed = new Set(ids);
  }

  seatOf(seat: Seat): Table['seats'][number] | undefined {
    return this.table?.seats.find((item) => item.seat === seat);
  }
}
