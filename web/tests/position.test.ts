import { describe, expect, it } from 'vitest';
import {
  cardsOf,
  cardWords,
  demandLeft,
  lineOf,
  linkOwner,
  matGone,
  valueOf,
  withCards,
  withDemand,
  withLine,
  withLink,
  withTile,
  withValue,
} from '../src/analysis/position';
import type { RulesetInfo } from '../src/lib/wire';
import { afterSetUp, back, forward, movesTo, MoveTree } from '../src/analysis/tree.svelte';

const TEXT = `grand junction position 1
ruleset hamlet
players 2
turn A 2
seat A pounds 9 income 5   # rich
links A x--y y--z
`;

describe('the text of a position', () => {
  it('is read and changed line by line', () => {
    expect(lineOf(TEXT, 'seat', 'A')).toEqual(['seat', 'A', 'pounds', '9', 'income', '5']);
    expect(lineOf(TEXT, 'seat', 'B')).toBeNull();
    expect(valueOf(lineOf(TEXT, 'seat', 'A'), 'income')).toBe('5');
    expect(withValue(TEXT, ['seat', 'A'], 'pounds', '12')).toContain('seat A pounds 12 income 5\n');
    expect(withValue(TEXT, ['seat', 'B'], 'vp', '3')).toContain('\nseat B vp 3\n');
    expect(withLine(TEXT, ['links', 'A'], null)).not.toContain('links');
  });

  it('moves links from seat to seat', () => {
    expect(linkOwner(TEXT, 'x--y')).toBe('A');
    const moved = withLink(TEXT, 'x--y', 'B');
    expect(moved).toContain('links A y--z\n');
    expect(moved).toContain('links B x--y\n');
    expect(withLink(withLink(TEXT, 'x--y', null), 'y--z', null)).not.toContain('links');
  });

  it('takes a tile that is placed off the mat, the lowest first', () => {
    const tiles = [1, 2].map((level) => ({ id: `mill.${level}`, industry: 'mill', level, count: 2 }));
    const info = { tiles } as unknown as RulesetInfo;
    const first = withTile(TEXT, info, 'x.1', ['B', 'mill.1', '']);
    expect(matGone(first, info, 'B', 'mill')).toBe(1);
    const third = withTile(first, info, 'y.1', ['B', 'mill.2', 'flipped']);
    expect(third).toContain('tile y.1 B mill.2 flipped\n');
    expect(matGone(third, info, 'B', 'mill')).toBe(3);
    const developed = withTile(withLine(TEXT, ['mat', 'B'], 'mill 4'), info, 'x.1', ['B', 'mill.1', '']);
    expect(lineOf(developed, 'mat', 'B')).toEqual(['mat', 'B', 'mill', '4']);
    expect(withTile(first, info, 'x.1', null)).not.toContain('tile');
  });

  it('counts cards by kind, and leaves the rest to the deck', () => {
    expect(cardsOf(['coal*2', 'leek'])).toEqual([
      ['coal', 2],
      ['leek', 1],
    ]);
    expect(cardWords([...cardsOf(['coal*2', 'leek']), ['leek', -1], ['coal', 1]])).toEqual(['coal*3']);
    const changed = withCards(`${TEXT}deck coal*4\n`, ['discards'], ['leek']);
    expect(changed).toContain('\ndiscards leek\n');
    expect(changed).not.toContain('deck');
  });

  it('moves the marker of the distant market by the tiles turned up', () => {
    const demand = { bonuses: [3, 2, 1, 0], tiles: { '2': [1, 2, 1] } };
    expect(demandLeft(TEXT, demand, 2)).toEqual([1, 2, 1]);
    const drawn = withDemand(TEXT, demand, 2, [1, 1, 0]);
    expect(drawn).toContain('demand 3 left 1 1 0\n');
    expect(demandLeft(drawn, demand, 2)).toEqual([1, 1, 0]);
    expect(withDemand(TEXT, demand, 2, [0, 0, 0])).toContain('demand 4 left');
  });
});

describe('a tree of moves', () => {
  it('comes back as it was sent, and follows what is promoted and removed', () => {
    const nodes = [
      { parent: -1, move: 'order A', note: '', seat: null },
      { parent: 0, move: 'pass card x', note: 'why', seat: 'A' as const },
      { parent: 1, move: 'draw card y', note: '', seat: null },
      { parent: 0, move: 'loan 30 card x', note: '', seat: 'A' as const },
    ];
    const wire = { ruleset: 'hamlet', players: 2, start: null, names: ['A', 'B'], title: 'T', note: 'N', nodes, at: 2 };
    const { tree, at } = MoveTree.from(wire);
    expect(tree.wire(at)).toEqual(wire);
    expect(afterSetUp(wire).at).toBe(2); // it names its moment
    expect(afterSetUp({ ...wire, at: -1 }).at).toBe(0); // else where A decides
    expect(afterSetUp({ ...wire, nodes: nodes.slice(1, 2), at: -1 }).at).toBe(-1);
    expect(movesTo(at)).toEqual(['order A', 'pass card x', 'draw card y']);
    const opening = back(at);
    expect(opening.move).toBe('order A');
    expect(forward(opening)).toBe(at);
    const loan = tree.add(opening, 'loan 30 card x', 'A');
    expect(opening.next).toHaveLength(2);
    tree.promote(loan);
    expect(forward(opening)).toBe(loan);
    tree.remove(loan);
    expect(forward(opening)).toBe(at);
  });
});
