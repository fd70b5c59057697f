/** The moves open to the player, and what the player has picked of them so far. */
import type { Choice, Choices, Table } from '../lib/wire';
import { decided, narrow, openPart, picksOf, possible, sameMove, withPick, type Part, type Pick } from './narrow';

/** Verbs that do what a cheaper one does too. They are offered only to a player who has picked them. */
const ON_REQUEST: ReadonlySet<string> = new Set(['build_anywhere']);
const NONE: ReadonlySet<string> = new Set();

/** The parts that are chosen on the board. */
const ON_BOARD: ReadonlySet<Part> = new Set<Part>(['slot', 'line', 'buyer', 'coal', 'iron', 'beer']);

export class Selection {
  choices = $state.raw<Choice[]>([]);
  /** What could begin the next action, where the present one could go on. Picking of it stops that one. */
  following = $state.raw<Choice[]>([]);
  picks = $state.raw<Pick[]>([]);
  /** Settles when the choices of the newest table are here. */
  loaded: Promise<void> = Promise.resolve();
  private stamp = '';
  /** The stamp of the table whose choices were requested. */
  private asked = '';

  constructor(
    private readonly game: string,
    private readonly server: { choices: (game: string, stamp: string) => Promise<Choices> },
  ) {}

  /** The choices without those that have to be asked for by their verb. */
  offered = $derived.by(() => {
    const asked = this.picked('verb');
    return this.choices.filter(({ verb }) => !ON_REQUEST.has(verb) || verb === asked);
  });
  /** What a click can lead to: as long as nothing is picked, the next action could begin as well. */
  reachable = $derived.by(() => {
    const next = this.picks.length ? [] : this.following.filter(({ verb }) => !ON_REQUEST.has(verb));
    return [...this.offered, ...next];
  });
  /**
   * The spaces where a first click could do nothing but build over the tile there. Whoever clicks a tile wants to know
   * about it, so nothing begins: to build over it, an industry, a card or the action is picked first.
   */
  tiled = $derived.by<ReadonlySet<string>>(() => {
    if (this.picks.length) return NONE;
    const over = new Set<string>();
    const free = new Set<string>();
    for (const { slot, effects } of this.reachable) {
      if (slot) (effects.some(({ event }) => event === 'replaced') ? over : free).add(slot);
    }
    return new Set([...over].filter((slot) => !free.has(slot)));
  });
  /** The choices that go with the picks. */
  left = $derived(narrow(this.offered, this.picks));
  /** The part that is to be picked next. */
  open = $derived<Part | null>(this.offered.length ? openPart(this.offered, this.picks) : null);
  /** What can be chosen on the board for the part that is open. */
  candidates = $derived<readonly string[]>(
    this.picks.length && this.open && ON_BOARD.has(this.open) ? [...possible(this.offered, this.picks, this.open)] : [],
  );
  decided = $derived(this.offered.length && this.picks.length ? decided(this.offered, this.picks) : null);
  /** All actions stay open: picking another one drops the picks that do not go with it. */
  verbs = $derived(possible(this.choices, [], 'verb'));
  cards = $derived(possible(this.reachable, this.picks, 'card'));
  industries = $derived(possible(this.offered, this.picks, 'industry'));
  /** The cards that pay: all that are decided on, or those picked so far. */
  paying = $derived(this.decided?.cards ?? this.picks.filter(({ part }) => part === 'card').map(({ value }) => value));
  /** The only move left. Its card may still be open, but it has a price. */
  offer = $derived(this.picks.length && this.left.length === 1 ? this.left[0]! : null);
  verb = $derived(this.picked('verb') ?? this.offer?.verb ?? null);

  /**
   * Requests the choices at a table if this browser decides there. Picks made at another table are dropped. While the
   * hand is covered nothing is requested: what is possible would give the cards away.
   */
  at(table: Table, covered = false): Promise<void> {
    this.loaded = this.load(table, covered);
    return this.loaded;
  }

  private async load(table: Table, covered: boolean): Promise<void> {
    const { stamp } = table;
    if (stamp !== this.stamp) {
      this.stamp = stamp;
      this.picks = [];
      this.choices = [];
      this.following = [];
      this.asked = ''; // also on the way back to a moment, as on the analysis board
    }
    const { seat } = table.decision;
    if (covered || seat === null || !table.mine.includes(seat) || table.over || this.asked === stamp) return;
    this.asked = stamp;
    const got = await this.server.choices(this.game, stamp).catch(() => null);
    if (this.stamp !== stamp) return;
    if (got?.stamp === stamp) {
      this.choices = got.choices;
      this.following = got.following;
    } else this.asked = ''; // the next table asks again
  }

  /** Picks a value of a part, or takes the pick back; false if no choice has it. */
  pick(part: Part, value: string): boolean {
    const picks = withPick(part === 'verb' ? this.choices : this.offered, this.picks, { part, value });
    if (picks === null) return false;
    this.picks = picks;
    return true;
  }

  /** Picks all of a move in notation; false if it is not one of the choices. */
  take(notation: string): boolean {
    const picks = this.choices.flatMap((choice) => picksOf(choice, notation)).slice(0, 1)[0];
    if (!picks) return false;
    const before = this.picks;
    this.picks = picks;
    if (this.decided && sameMove(this.decided.notation, notation)) return true;
    this.picks = before;
    return false;
  }

  /** Whether a move in notation is still among the choices, whatever card was picked to pay for it. */
  canBecome(notation: string): boolean {
    const picks = this.picks.filter(({ part }) => part !== 'card');
    return narrow(this.offered, picks).some((choice) => picksOf(choice, notation).length > 0);
  }

  picked(part: Part): string | undefined {
    return this.picks.find((pick) => pick.part === part)?.value;
  }

  clear(): void {
    this.picks = [];
  }

  /** The values of a part that go with the picks. */
  possible(part: Part): Set<string> {
    return possible(this.offered, this.picks, part);
  }

  /** Whether a value could begin the next action. */
  follows(part: Part, value: string): boolean {
    return possible(this.following, [], part).has(value);
  }

  /** The verb that a value belongs to, where what is picked begins another action; else null. */
  otherAction(part: Part, value: string): string | null {
    if (!this.picks.length) return null;
    const begun = new Set(this.left.map(({ verb }) => verb));
    const having = narrow(this.offered, [{ part, value }]);
    return having.some(({ verb }) => begun.has(verb)) ? null : (having[0]?.verb ?? null);
  }

  /** Whether a picked card or industry rules out a value of a part that is still open. */
  excludes(part: Part, value: string): boolean {
    const bound = this.picked('card') !== undefined || this.picked('industry') !== undefined;
    return bound && this.picked(part) === undefined && !this.possible(part).has(value);
  }
}
