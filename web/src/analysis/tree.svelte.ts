/** A study as a tree of moves. The server knows the same as a flat list (`Tree`). */
import type { Seat, StudyTree } from '../lib/wire';

export interface Twig {
  readonly id: number;
  readonly parent: Twig | null;
  /** In notation; '' at the beginning. */
  readonly move: string;
  /** Who makes it; null: chance, or the beginning. */
  readonly seat: Seat | null;
  note: string;
  /** The moves tried from here, the main one first. */
  next: Twig[];
}

export class MoveTree {
  readonly root: Twig;
  /** Grows with every change. Whatever shows the tree reads it. */
  version = $state(0);
  title = $state('');
  private count = 0;

  constructor(
    readonly ruleset: string,
    readonly players: number,
    readonly start: string | null,
    readonly names: string[],
  ) {
    this.root = this.twig(null, '', null);
  }

  static from(wire: StudyTree): { tree: MoveTree; at: Twig } {
    const tree = new MoveTree(wire.ruleset, wire.players, wire.start ?? null, wire.names);
    tree.title = wire.title ?? '';
    tree.root.note = wire.note ?? '';
    const made: Twig[] = [];
    for (const { parent, move, note, seat } of wire.nodes) {
      const twig = tree.twig(made[parent] ?? tree.root, move, seat ?? null);
      twig.note = note ?? '';
      twig.parent!.next.push(twig);
      made.push(twig);
    }
    return { tree, at: made[wire.at ?? -1] ?? tree.root };
  }

  private twig(parent: Twig | null, move: string, seat: Seat | null): Twig {
    return { id: this.count++, parent, move, seat, note: '', next: [] };
  }

  /** Where a move leads from a moment. It is added to those tried there, as the last one. */
  add(parent: Twig, move: string, seat: Seat | null): Twig {
    const known = parent.next.find((one) => one.move === move);
    if (known) return known;
    const twig = this.twig(parent, move, seat);
    parent.next.push(twig);
    this.version += 1;
    return twig;
  }

  /** Makes a move, and those that lead to it, the main ones. */
  promote(twig: Twig): void {
    for (let one = twig; one.parent; one = one.parent) {
      one.parent.next = [one, ...one.parent.next.filter((other) => other !== one)];
    }
    this.version += 1;
  }

  remove(twig: Twig): void {
    if (!twig.parent) return;
    twig.parent.next = twig.parent.next.filter((other) => other !== twig);
    this.version += 1;
  }

  annotate(twig: Twig, note: string): void {
    twig.note = note;
    this.version += 1;
  }

  /** All moments, each after the one it follows, main moves first. */
  *twigs(): Generator<Twig> {
    const waiting = [this.root];
    for (let twig = waiting.pop(); twig; twig = waiting.pop()) {
      yield twig;
      waiting.push(...[...twig.next].reverse());
    }
  }

  wire(at: Twig | null = null): StudyTree {
    const numbers = new Map<Twig, number>([[this.root, -1]]);
    const nodes: StudyTree['nodes'] = [];
    for (const twig of this.twigs()) {
      if (!twig.parent) continue;
      numbers.set(twig, nodes.length);
      nodes.push({ parent: numbers.get(twig.parent)!, move: twig.move, note: twig.note, seat: twig.seat });
    }
    const { ruleset, players, start, names, title } = this;
    return { ruleset, players, start, names, title, note: this.root.note, nodes, at: (at && numbers.get(at)) ?? -1 };
  }
}

/** A pasted text that names no moment, to be looked at where its first player decides: before is only the set-up. */
export function afterSetUp(wire: StudyTree): StudyTree {
  const { nodes, at = -1 } = wire;
  const first = nodes.findIndex(({ parent, seat }, n) => parent !== n - 1 || seat !== null);
  return at === -1 && first > 0 ? { ...wire, at: first - 1 } : wire;
}

/** The moves that lead to a moment. */
export function movesTo(twig: Twig): string[] {
  const moves: string[] = [];
  for (let one = twig; one.parent; one = one.parent) moves.push(one.move);
  return moves.reverse();
}

/** A moment and what follows on it by main moves. */
export function lineFrom(twig: Twig): Twig[] {
  const line = [twig];
  for (let next = twig.next[0]; next; next = next.next[0]) line.push(next);
  return line;
}

/** The moment before the last move of a player; chance that followed is taken back with it. */
export function back(twig: Twig): Twig {
  let one = twig;
  while (one.parent && one.seat === null) one = one.parent;
  return one.parent ?? one;
}

/** The moment after the next move of the line, and the chance that follows. */
export function forward(twig: Twig): Twig {
  let one = twig.next[0] ?? twig;
  while (one.next[0]?.seat === null) one = one.next[0];
  return one;
}
