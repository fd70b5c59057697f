/** One game as this browser sees it: the table, the open choices, and what has been picked of them. */
import { api, ServerProblem } from '../lib/api';
import { PACES, settings } from '../lib/settings.svelte';
import type { ChatLine, Choice, Event, Hint, Live, LogLine, Refusal, Rule, RulesetInfo, Seat, Table } from '../lib/wire';
import { describe } from '../map/describe';
import { DARK, type Lights, type Thing } from '../map/lights';
import { refusalText } from '../words/names';
import { g, speech, t } from '../words/speech.svelte';
import { Feed, Pacer } from './feed.svelte';
import { freshThings } from './fresh';
import { lightsOf, sourceOf } from './lighting';
import { decided, narrow, openPart, possible, withPick, type Part, type Pick } from './narrow';
import { idsOf, SCORED } from './sentences';
import { aboutCard, aboutLine, aboutMerchant, aboutSlot, aboutVerb, type Question } from './questions';

export interface Notice {
  text: string;
  rule: Rule | null;
  kind: 'no' | 'info';
}

interface Arrived {
  table: Table;
  log: LogLine[];
  /** Only told yet: the board stays as it was. */
  held: boolean;
}

function scoring(log: readonly LogLine[]): Event[] {
  return log.flatMap((line) => line.events.filter((event) => String(event['event']) in SCORED));
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
  /** The seats whose people are connected, and how many others watch. */
  here = $state.raw<ReadonlySet<Seat>>(new Set());
  watching = $state(0);
  /** The points of an era that has just ended. */
  eraScored = $state.raw<{ era: string; events: Event[] } | null>(null);
  /** It is being scored on the board as it was. */
  scoring = $state(false);
  busy = $state(false);
  missing = $state(false);
  /** A moment of the past, if one is looked at. */
  past = $state.raw<Table | null>(null);

  readonly pacer = new Pacer<Arrived>((news) => this.take(news), (news) => this.pause(news));
  private readonly feed: Feed;
  private choicesStamp = '';
  private looking: number | null = null;

  constructor(readonly game: string) {
    this.feed = new Feed(game, (news) => this.hear(news), () => void this.catchUp());
  }

  online = $derived.by(() => this.feed.online && !this.unreached);
  private unreached = $state(false);
  private again: ReturnType<typeof setTimeout> | undefined;

  shown = $derived(this.past ?? this.table);
  mine = $derived(this.table?.decision.seat ?? null);
  myTurn = $derived(
    this.past === null && !this.scoring && this.table !== null && this.mine !== null && this.table.mine.includes(this.mine) && !this.table.over,
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

  /** The one move that is left, though its card may still be open: it has a price already. */
  offer = $derived(this.picks.length && this.left.length === 1 ? this.left[0]! : null);

  /** What a word about it is pointed at, and what the hint is about. */
  private aimed = $derived(this.hint ? new Set([...this.pointed, ...idsOf(this.hint.effects)]) : this.pointed);
  lights = $derived<Lights>(
    this.myTurn && this.choices.length
      ? lightsOf({ choices: this.choices, picks: this.picks, left: this.left, open: this.open, decided: this.decided, pointed: this.aimed })
      : { ...DARK, pointed: this.aimed },
  );

  // -- coming and going ---------------------------------------------------------------------------

  async start(): Promise<void> {
    try {
      const table = await api.table(this.game);
      this.info = await api.ruleset(table.ruleset);
      this.show(table);
      [this.log, this.chat] = await Promise.all([api.log(this.game), api.chat(this.game)]);
    } catch (error) {
      if (error instanceof ServerProblem && (error.status === 404 || error.status === 422)) {
        this.missing = true;
        return;
      }
      this.unreached = true;
      this.again = setTimeout(() => void this.start(), 2000);
      return;
    }
    this.unreached = false;
    this.feed.open();
    document.addEventListener('visibilitychange', this.feed.ask);
  }

  /** The lines of the log that nobody told us while the line was down. */
  private async catchUp(): Promise<void> {
    const missed = await api.log(this.game, (this.log.at(-1)?.ply ?? -1) + 1).catch(() => []);
    const last = this.log.at(-1)?.ply ?? -1;
    this.log = [...this.log, ...missed.filter((line) => line.ply > last)];
  }

  stop(): void {
    clearTimeout(this.again);
    document.removeEventListener('visibilitychange', this.feed.ask);
    this.pacer.stop();
    this.feed.close();
  }

  private hear(message: Live): void {
    if (message.type === 'update') {
      const { table, log } = message;
      // An era is scored on the board it ends with, not on the one that is cleared for the next.
      if (scoring(log).length && PACES[settings.pace] > 0) this.pacer.push({ table, log, held: true });
      this.pacer.push({ table, log, held: false });
    } else if (message.type === 'said') {
      const known = new Set(this.chat.map((line) => line.id));
      this.chat = [...this.chat, ...message.lines.filter((line) => !known.has(line.id))];
    } else if (message.type === 'presence') {
      this.here = new Set(message.connected);
      this.watching = message.watching;
    }
  }

  /** Whatever waits to be shown, at once. */
  skip(): void {
    this.pacer.skip();
    this.flights = { key: this.flights.key + 1, events: [] };
  }

  /** How long news are looked at: bots' moves at the pace chosen, the scoring of an era longer. */
  private pause({ table, log, held }: Arrived): number {
    const pace = PACES[settings.pace];
    if (held) return pace * 5;
    const bots = new Set(table.seats.filter((seat) => seat.kind === 'bot').map((seat) => seat.seat));
    return log.some((line) => line.seat !== null && bots.has(line.seat)) ? pace : 0;
  }

  private take({ table, log, held }: Arrived): void {
    const last = this.log.at(-1)?.ply ?? -1;
    const news = log.filter((line) => line.ply > last);
    if (news.length) {
      this.log = [...this.log, ...news];
      // One's own moves have been seen when they were drafted.
      const others = news.filter((line) => line.seat === null || !table.mine.includes(line.seat));
      const scored = scoring(news);
      this.fly(scored.length ? scored : others.flatMap((line) => line.events));
      if (scored.length && (held || !table.over)) {
        const eras = this.info?.eras ?? [];
        const before = table.over ? table.era : eras[Math.max(0, eras.indexOf(table.era) - 1)];
        this.eraScored = { era: before ?? table.era, events: scored };
      }
    }
    this.scoring = held;
    if (held) return;
    if (table.over) this.eraScored = null; // the result tells it all
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
    this.fresh = before ? freshThings(before, table) : new Set();
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

  /** One thing at a time: what was said, then what was picked. */
  dismiss(): void {
    if (this.notice || this.hint) this.notice = this.hint = null;
    else this.clear();
  }

  /** A click on the board. What is possible is picked; what is not says why. */
  touch(thing: Thing): void {
    const { kind, id } = thing;
    const { table, info } = this;
    if (!table || !info) return;
    if (!this.myTurn || kind === 'place') return this.explain(thing);
    const settled = this.decided?.choice;
    if (settled && (settled.slot === id || settled.line === id) && this.picks.some((pick) => pick.value === id)) {
      void this.confirm();
      return;
    }
    const source = sourceOf(this.open);
    if (source) {
      const value = kind === 'market' ? (id === source ? 'market' : '') : kind === 'merchant' ? 'barrel' : id;
      if (value && possible(this.choices, this.picks, source).has(value)) {
        this.pick(source, value);
        return;
      }
    }
    const asking = { info, table, picks: this.picks };
    if (kind === 'market') this.explain(thing);
    else if (kind === 'demand') this.pick('buyer', 'distant') || this.ask(aboutVerb(asking, 'sell'), () => this.explain(thing));
    else if (kind === 'merchant') this.pick('buyer', id) || this.ask(aboutMerchant(asking, id), () => this.explain(thing));
    else if (kind === 'line') this.pick('line', id) || this.ask(aboutLine(id));
    else if (this.open === 'buyer' && possible(this.choices, this.picks, 'buyer').has(id)) this.pick('buyer', id);
    else if (this.dimmed('slot', id)) this.ask(aboutSlot(asking, id));
    else this.pick('slot', id) || this.ask(aboutSlot(asking, id));
  }

  /** Whether a card or an industry that is picked rules a value out, while it is still to be chosen. */
  private dimmed(part: Part, value: string): boolean {
    const bound = this.picks.some((pick) => pick.part === 'card' || pick.part === 'industry');
    return bound && !this.picks.some((pick) => pick.part === part) && !possible(this.choices, this.picks, part).has(value);
  }

  touchCard(id: string): void {
    if (!this.myTurn || !this.info || !this.table) return;
    const spoken = this.picks.some((pick) => pick.part === 'slot' || pick.part === 'line');
    if (spoken && !this.cards.has(id)) this.ask(aboutCard({ info: this.info, table: this.table, picks: this.picks }, id), () => this.say(t('play.card_not_now')));
    else if (!this.pick('card', id)) this.say(t('play.card_not_now'));
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
    // Of an era's end the news are told in their order, first the scoring.
    const told = this.online && Boolean(this.table?.draft?.scores_era);
    await this.send((at) => api.end(this.game, at), told);
  }

  private async send(ask: (at: { ply: number; stamp: string }) => Promise<Table>, told = false): Promise<boolean> {
    if (!this.table || this.busy) return false;
    this.busy = true;
    this.notice = null;
    try {
      const table = await ask({ ply: this.table.ply, stamp: this.table.stamp });
      if (told) return true; // what flies over the map then is the scoring
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
    const { refusal } = problem;
    if (refusal) {
      this.refuse(refusal, null);
      void api.rules(refusal.rule, '', speech.lang).then((rules) => this.refuse(refusal, rules.find((rule) => rule.id === refusal.rule) ?? null), () => {});
    } else {
      const known = t(`error.${problem.error}`);
      this.notice = { text: known === `error.${problem.error}` ? problem.message : known, rule: null, kind: 'no' };
    }
  }

  say(text: string): void {
    this.notice = { text, rule: null, kind: 'info' };
  }

  // -- asking -------------------------------------------------------------------------------------

  /** What a thing is, where a click can do nothing with it. */
  private explain({ kind, id }: Thing): void {
    if (this.info && this.shown) this.say(describe(kind, id, this.info, this.shown).join('. '));
  }

  /** Why an action is not possible at all. */
  whyVerb(verb: string): void {
    if (!this.info || !this.table) return;
    const said = verb === 'sell' ? t('play.nothing_to_sell') : t('play.none_possible', { verb: g('verbs', verb) });
    this.ask(aboutVerb({ info: this.info, table: this.table, picks: this.picks }, verb), () => this.say(said));
  }

  /** Asks, or does something else where there is no question. */
  ask(question: Question | null, otherwise: () => void = () => {}): void {
    if (question) void this.why(question, otherwise);
    else otherwise();
  }

  private async why(question: Question, otherwise: () => void): Promise<void> {
    try {
      const { refusal, rule } = await api.why(this.game, question, speech.lang);
      if (refusal) this.refuse(refusal, rule);
      else this.say(t('play.nothing_forbids'));
    } catch (error) {
      if (error instanceof ServerProblem && error.problem.error === 'question') otherwise();
      else this.fail(error);
    }
  }

  private refuse(refusal: Refusal, rule: Rule | null): void {
    if (!this.info || !this.table) return;
    const text = refusalText(refusal, { info: this.info, seats: this.table.seats });
    this.notice = { text: rule ? text : `${text}: ${refusal.rule}`, rule, kind: 'no' };
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

  /** Another language is spoken now: what the server has said is asked for again. */
  reword(): void {
    this.notice = null;
    if (this.hint) void this.askHint();
  }

  async look(ply: number | null): Promise<void> {
    this.looking = ply;
    if (ply === null) {
      this.past = null;
      return;
    }
    try {
      const past = await api.table(this.game, ply);
      this.info ??= await api.ruleset(past.ruleset);
      if (this.looking !== ply) return; // somebody has scrubbed on
      const before = this.past;
      this.fresh = before ? freshThings(before, past) : new Set();
      if (before && before.ply < ply && ply - before.ply < 12) {
        this.fly(this.log.filter((line) => line.ply >= before.ply && line.ply < ply).flatMap((line) => line.events));
      }
      this.past = past;
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
