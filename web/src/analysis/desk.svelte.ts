/**
 * The analysis board: a tree of moves, and the moment of it that is looked at. It stands where a game page has its
 * connection to the server, so the same parts pick moves, light the board and say why not.
 */
import { api, type At } from '../lib/api';
import type { RulesetInfo, Sight, StudyMoment, StudyTree } from '../lib/wire';
import { Controls, type Parts, type Sender } from '../game/controls';
import { Notices } from '../game/notices.svelte';
import { Playback } from '../game/playback.svelte';
import { Selection } from '../game/selection.svelte';
import { speech } from '../words/speech.svelte';
import { back, forward, movesTo, MoveTree, type Twig } from './tree.svelte';

/** The requests a desk makes. */
export type DeskServer = Pick<typeof api, 'look' | 'whyThere' | 'ruleset' | 'rules'>;

export class Desk implements Sender {
  info = $state.raw<RulesetInfo | null>(null);
  busy = $state(false);
  tree = $state.raw<MoveTree | null>(null);
  at = $state.raw<Twig | null>(null);
  sight = $state.raw<Sight | null>(null);
  /** Whether chance decides by itself after a move. */
  draws = $state(true);
  readonly parts: Parts<Sender>;
  readonly controls: Controls;
  private asked = 0;

  constructor(private readonly server: DeskServer = api) {
    const never = (): Promise<never> => Promise.reject(new Error('the analysis board has no game'));
    const selection = new Selection('', {
      choices: () => {
        const { table, choices, following } = this.sight!;
        const { ply, stamp, to_act } = table;
        return Promise.resolve({ game: '', ply, stamp, seat: to_act, choices, following });
      },
    });
    const notices = new Notices(
      '',
      {
        why: (_, question, lang) => this.server.whyThere({ ...this.moment(), why: question }, lang),
        hint: never,
        rules: this.server.rules,
      },
      () => (this.info && this.sight ? { info: this.info, seats: this.sight.table.seats } : null),
    );
    const playback: Playback = new Playback(
      '',
      { table: never },
      () => 0,
      (table) => {
        playback.reveal(); // every hand is open
        void selection.at(table);
      },
    );
    this.parts = { connection: this, playback, selection, notices };
    this.controls = new Controls(this.parts);
  }

  /** Opens a study at the moment that it names. Fails if that cannot be shown, and closes the desk then. */
  async open(wire: StudyTree): Promise<void> {
    const { tree, at } = MoveTree.from(wire);
    this.info = await this.server.ruleset(tree.ruleset);
    this.sight = null;
    this.tree = tree;
    try {
      await this.show(at);
    } catch (error) {
      if (this.tree === tree) this.close();
      throw error;
    }
  }

  close(): void {
    this.parts.playback.stop();
    this.tree = this.at = this.sight = null;
  }

  /** What a request sends: where the tree begins, and the moves to a moment. */
  moment(twig: Twig = this.at!, more: readonly string[] = []): StudyMoment {
    const { ruleset, players, start } = this.tree!;
    return { ruleset, players, start, moves: [...movesTo(twig), ...more], draw: false };
  }

  /** Looks at a moment of the tree. */
  async go(twig: Twig): Promise<void> {
    await this.show(twig).catch((error: unknown) => this.parts.notices.fail(error));
  }

  private async show(twig: Twig): Promise<void> {
    this.at = twig;
    this.parts.notices.clear();
    const asked = ++this.asked;
    const sight = await this.server.look(this.moment(twig), speech.lang);
    if (asked === this.asked) this.receive(sight);
  }

  private receive(sight: Sight): void {
    const { names } = this.tree!;
    const seats = sight.table.seats.map((seat, n) => ({ ...seat, name: names[n] ?? seat.name }));
    this.sight = { ...sight, table: { ...sight.table, seats } };
    this.parts.playback.receive({ table: this.sight.table, log: [], missed: [] });
  }

  back(): Promise<void> {
    return this.go(back(this.at!));
  }

  forward(): Promise<void> {
    return this.go(forward(this.at!));
  }

  /** Makes a move, or chooses what chance brings. With `draw`, the chance outcomes that follow are drawn. */
  async make(move: string, draw = this.draws): Promise<void> {
    if (this.busy || !this.sight) return;
    this.busy = true;
    const asked = ++this.asked;
    const { at, tree } = this;
    const seat = this.sight.table.to_act;
    try {
      const sight = await this.server.look({ ...this.moment(at!, [move]), draw }, speech.lang);
      let twig = tree!.add(at!, sight.made ?? move, seat);
      for (const drawn of sight.drawn) twig = tree!.add(twig, drawn, null);
      if (asked !== this.asked || tree !== this.tree) return;
      this.at = twig;
      this.receive(sight);
    } finally {
      this.busy = false;
    }
  }

  /** Lets chance decide. */
  async draw(): Promise<void> {
    const chance = this.sight?.chance ?? [];
    let left = Math.random() * chance.reduce((sum, { weight }) => sum + weight, 0);
    const move = chance.find(({ weight }) => (left -= weight) < 0) ?? chance.at(-1);
    if (move) await this.make(move.move, true);
  }

  // -- what the parts of the game page ask for ----------------------------------------------------------

  draft(_: At, move: string): Promise<void> {
    return this.make(move);
  }

  undo(): Promise<void> {
    return this.back();
  }

  end(): Promise<void> {
    return Promise.resolve();
  }
}
