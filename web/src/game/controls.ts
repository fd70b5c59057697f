/** What the player's clicks and keys do: they pick, send a move, or ask why not. */
import type { At } from '../lib/api';
import type { Seat, Table } from '../lib/wire';
import { describe } from '../map/describe';
import type { Thing } from '../map/lights';
import { industry, told } from '../words/names';
import { g, t } from '../words/speech.svelte';
import { endsAction, mayBeginAnother } from './actions';
import type { Connection } from './connection.svelte';
import { sourceOf } from './lighting';
import type { Part } from './narrow';
import { formOf } from './notation';
import type { Notices } from './notices.svelte';
import type { Playback } from './playback.svelte';
import { aboutCard, aboutLine, aboutMerchant, aboutSlot, aboutVerb, type Question } from './questions';
import { Redo } from './redo.svelte';
import type { Selection } from './selection.svelte';

/** Whether this browser's player is the only person at the table. */
function isAlone(table: Table): boolean {
  const people = table.seats.filter((seat) => seat.kind !== 'bot');
  return people.length === 1 && people[0]!.is_mine;
}

/** Whether no other browser's player sits at the table, or may sit down there: only then there are hints. */
export function isOwn(table: Table): boolean {
  return table.seats.every((seat) => seat.kind === 'bot' || seat.is_mine);
}

/** The seat to act, if this browser's player has it. */
export function youAt({ decision: { seat }, mine }: Pick<Table, 'decision' | 'mine'>): Seat | null {
  return seat !== null && mine.includes(seat) ? seat : null;
}

/** What takes the moves: a game's connection to the server, or the analysis board. */
export type Sender = Pick<Connection, 'info' | 'busy' | 'draft' | 'undo' | 'end'>;

/** The parts of one game, as this browser plays it. */
export interface Parts<Line extends Sender = Connection> {
  connection: Line;
  playback: Playback;
  selection: Selection;
  notices: Notices;
}

export class Controls {
  private readonly undone = new Redo();
  /** The stamp of the table at which an action that could go on was stopped, to begin another. */
  private stopped = '';

  constructor(
    private readonly parts: Parts<Sender>,
    /** Whether a move is made as soon as nothing about it is open. */
    private readonly atOnce: () => boolean = () => false,
    /** Whether the coach is asked before a turn ends. */
    private readonly coached: () => boolean = () => false,
  ) {}

  /** Shows the hand and the choices of the seat to act, where several people share this screen. */
  reveal(): void {
    const { playback, selection } = this.parts;
    playback.reveal();
    if (playback.table) void selection.at(playback.table);
  }

  // -- picking ----------------------------------------------------------------------------------------

  pick(part: Part, value: string): boolean {
    const { connection, notices, selection } = this.parts;
    notices.clear();
    const picked = selection.pick(part, value);
    const { decided, picks } = selection;
    // A hint ends when something else has begun than what it says, and gives way to the price of a whole move.
    const gone = picks.some((one) => one.part !== 'card') && !selection.canBecome(notices.hint?.move ?? '');
    if (decided || gone) notices.dismissHint();
    // What nature answers can never be undone, so it is always confirmed.
    if (picked && this.atOnce() && decided && !decided.choice.reveals && !connection.busy) void this.confirm();
    return picked;
  }

  /** Starts over. If the action before could have gone on until this one began, it can go on again. */
  clear(): void {
    const { connection, notices, playback, selection } = this.parts;
    const back = selection.picks.length > 0 && playback.table?.stamp === this.stopped;
    selection.clear();
    notices.clear();
    if (back) void this.send((at) => connection.undo(at, 1));
  }

  /** Takes back one thing at a time: what was said, then what was picked. */
  dismiss(): void {
    const { notices } = this.parts;
    if (!notices.notice && !notices.hint) this.clear();
    notices.clear();
    notices.dismissHint();
  }

  /** A click on the board: picks what is possible, and says why something is not. After the last action it explains. */
  touch(thing: Thing): void {
    const { kind, id } = thing;
    const { playback, selection } = this.parts;
    if (!playback.myTurn || playback.table?.draft?.complete || kind === 'place') return this.explain(thing);
    if (this.confirms(thing) || this.takesFrom(thing)) return;
    const { picks } = selection;
    const explain = () => this.explain(thing);
    if (kind === 'market') explain();
    else if (kind === 'demand') this.pickOrAsk('buyer', 'distant', aboutVerb('sell'), explain);
    else if (kind === 'merchant' && !selection.picked('slot') && !selection.possible('buyer').has(id)) explain();
    else if (kind === 'merchant') this.pickOrAsk('buyer', id, aboutMerchant(picks, id), explain);
    else if (kind === 'line') this.pickOrAsk('line', id, aboutLine(id));
    else if (selection.tiled.has(id)) this.explain(thing, t('play.build_over'));
    else if (selection.open === 'buyer' && selection.possible('buyer').has(id)) this.pick('buyer', id);
    else if (selection.excludes('slot', id)) void this.ask(aboutSlot(picks, id));
    else this.pickOrAsk('slot', id, aboutSlot(picks, id));
  }

  /** A second click on what is picked sends the move, once nothing else is open. */
  private confirms({ id }: Thing): boolean {
    const { decided, picks } = this.parts.selection;
    const target = decided?.choice.slot === id || decided?.choice.line === id;
    if (!target || !picks.some((pick) => pick.value === id)) return false;
    void this.confirm();
    return true;
  }

  /** Where a source is to be picked, a click on a tile, a market or a merchant's barrel picks it. */
  private takesFrom({ kind, id }: Thing): boolean {
    const { selection } = this.parts;
    const source = sourceOf(selection.open);
    if (!source || (kind === 'market' && id !== source)) return false;
    const value = kind === 'market' ? 'market' : kind === 'merchant' ? 'barrel' : id;
    return selection.possible(source).has(value) && this.pick(source, value);
  }

  touchCard(id: string): void {
    const { playback, selection } = this.parts;
    if (!playback.myTurn) return;
    const refuse = () => this.parts.notices.say(t('play.card_not_now'));
    const placed = selection.picked('slot') ?? selection.picked('line');
    const question = selection.cards.has(id) ? null : aboutCard(selection.picks, id);
    if (question) void this.ask(question, refuse);
    else if (placed !== undefined && !selection.cards.has(id)) refuse();
    else if (selection.otherAction('card', id)) this.parts.notices.say(t('play.nothing_forbids'));
    else if (!this.pick('card', id)) this.beginWithCard(id, refuse);
  }

  /** A card that begins the next action ends the one that could go on. What is picked of that takes no other card. */
  private beginWithCard(id: string, refuse: () => void): void {
    const { notices, selection } = this.parts;
    if (!selection.follows('card', id)) refuse();
    else if (selection.picks.length) notices.say(t('play.same_card'));
    else void this.beginWith('card', id, () => Promise.resolve(refuse()));
  }

  /** A card is dropped on the board: that is a click there, but it confirms nothing and takes nothing back. */
  drop(thing: Thing): void {
    const { playback, selection } = this.parts;
    const picked = selection.picks.some(({ value }) => value === thing.id);
    if (playback.myTurn && !picked && thing.kind !== 'place') this.touch(thing);
  }

  touchIndustry(id: string): void {
    const { selection, notices } = this.parts;
    const other = selection.otherAction('industry', id);
    if (!other && this.pick('industry', id)) return;
    const { decision } = this.parts.playback.table ?? {};
    const goesOn = decision?.name === 'more' && decision.verbs.includes('develop');
    if (goesOn || selection.picked('verb') === 'develop') void this.ask({ question: 'develop', industry: id });
    else if (other) this.refer(other);
    else notices.say(t('play.industry_not_now', { industries: industry(id, 'many') }));
  }

  touchVerb(verb: string): void {
    const { playback, selection } = this.parts;
    if (selection.choices.length === 0) return; // they are on their way
    const { table } = playback;
    if (table && endsAction(table, verb)) {
      if (!mayBeginAnother(table)) return this.parts.notices.say(t('play.no_action_left'));
      return void this.begin(verb);
    }
    this.pickOrAsk('verb', verb, aboutVerb(verb), () => this.sayNone(verb));
  }

  private sayNone(verb: string): void {
    this.parts.notices.say(t('play.none_possible', { verb: g('verbs', verb) }));
  }

  /** Stops the action that could go on, and begins another. Where that is not possible, the action is open again. */
  private async begin(verb: string): Promise<void> {
    const { connection, playback, selection } = this.parts;
    if (connection.busy || !(await this.stop())) return;
    await selection.loaded;
    if (!playback.table || endsAction(playback.table, verb)) return;
    if (selection.verbs.has(verb)) this.touchVerb(verb);
    else await this.reopen(() => this.ask(aboutVerb(verb), () => this.sayNone(verb)));
  }

  private pickOrAsk(part: Part, value: string, question: Question, otherwise?: () => void): void {
    const other = part === 'verb' ? null : this.parts.selection.otherAction(part, value);
    if (other) return this.refer(other);
    if (this.pick(part, value)) return;
    const ask = () => this.ask(question, otherwise);
    if (part !== 'verb' && mayBeginAnother(this.parts.playback.table)) void this.beginWith(part, value, ask);
    else void ask();
  }

  /** Says that a click belongs to another action than the one begun, instead of starting that by surprise. */
  private refer(verb: string): void {
    this.parts.notices.say(t('play.other_action', { verb: g('verbs', verb) }));
  }

  /** Stops the action that could go on, to begin another with this pick. Where none has it, the action is open again. */
  private async beginWith(part: Part, value: string, otherwise: () => Promise<void>): Promise<void> {
    const { connection, selection } = this.parts;
    if (connection.busy || !(await this.stop())) return;
    await selection.loaded;
    if (!this.pick(part, value)) await this.reopen(otherwise);
  }

  /** Stops the action that could go on; false if that is refused. */
  private async stop(): Promise<boolean> {
    const sent = await this.play('stop');
    if (sent) this.stopped = this.parts.playback.table?.stamp ?? '';
    return sent;
  }

  /** Asks why nothing else is possible, and takes the stop back. Before the stop nothing else was possible anyway. */
  private async reopen(ask: () => Promise<void>): Promise<void> {
    const { connection, notices } = this.parts;
    await ask();
    const { notice } = notices;
    if (await this.send((at) => connection.undo(at, 1))) notices.notice = notice;
  }

  private ask(question: Question, otherwise?: () => void): Promise<void> {
    return this.parts.notices.ask(question, otherwise);
  }

  /** Says what a thing is, where a click can do nothing with it. */
  explain({ kind, id }: Thing, ...more: string[]): void {
    const { connection, playback, notices } = this.parts;
    if (connection.info && playback.shown) {
      notices.say(told([...describe(kind, id, connection.info, playback.shown), ...more]));
    }
  }

  // -- moving -----------------------------------------------------------------------------------------

  /** Picks a whole move, so that its price is seen before it is confirmed; makes it where nothing is confirmed. */
  async take(notation: string): Promise<void> {
    const { notices, selection } = this.parts;
    const picked = !this.atOnce() && selection.take(notation);
    if (picked) notices.dismissHint();
    else await this.play(notation);
  }

  async confirm(): Promise<void> {
    const { decided } = this.parts.selection;
    if (decided) await this.play(decided.notation);
  }

  /** Drafts a move in notation; false if it was refused. */
  play(notation: string): Promise<boolean> {
    const { connection, selection } = this.parts;
    const { choices } = selection;
    return this.send(
      (at) => connection.draft(at, notation),
      () => (connection.info ? formOf(notation, choices, connection.info) : ''),
    );
  }

  /** A move that could be typed now. */
  get example(): string {
    const { connection, selection } = this.parts;
    return connection.info ? formOf('', selection.choices, connection.info) : '';
  }

  async undo(steps: number | 'all'): Promise<boolean> {
    const { table } = this.parts.playback;
    const sent = await this.send((at) => this.parts.connection.undo(at, steps));
    if (sent && table) this.undone.undone(table, steps);
    return sent;
  }

  /** The unit that the last undo took back, or null. */
  get redoable(): string | null {
    return this.undone.next(this.parts.playback.table);
  }

  async redo(): Promise<void> {
    const { table } = this.parts.playback;
    const unit = this.redoable;
    if (table && unit !== null && (await this.play(unit))) this.undone.redone(table, unit);
  }

  /** Ends the turn. The coach may warn first; `sure` ends it anyway. */
  async end(sure = false): Promise<boolean> {
    const { connection, notices, playback } = this.parts;
    if (connection.busy || notices.thinking) return false;
    const asks = !sure && this.coached() && playback.table !== null && isAlone(playback.table);
    if (asks && (await notices.askCoach())) return false;
    notices.dismissWarning();
    return this.send((at) => connection.end(at));
  }

  /** Takes back the turn that the coach warned about. */
  async takeBack(): Promise<void> {
    this.parts.notices.dismissWarning();
    await this.undo('all');
  }

  private async send(write: (at: At) => Promise<void>, form = () => ''): Promise<boolean> {
    const { playback, notices } = this.parts;
    const table: Table | null = playback.table;
    if (!table) return false;
    notices.clear();
    try {
      await write({ ply: table.ply, stamp: table.stamp });
      return true;
    } catch (error) {
      notices.fail(error, form());
      return false;
    }
  }
}
