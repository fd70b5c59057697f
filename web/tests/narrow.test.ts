import { describe, expect, test } from 'vitest';
import { decided, narrow, openPart, possible, withPick, type Pick } from '../src/game/narrow';
import { choice } from './choices';

const cotton = choice({
  move: 'build cotton leek.1',
  verb: 'build',
  slot: 'leek.1',
  industry: 'cotton',
  cards: ['leek', 'cotton/manufacturer'],
});
const works = choice({
  move: 'build manufacturer leek.1',
  verb: 'build',
  slot: 'leek.1',
  industry: 'manufacturer',
  cards: ['leek'],
});
const mine = choice({ move: 'build coal leek.2', verb: 'build', slot: 'leek.2', industry: 'coal', cards: ['leek'] });
const canal = choice({ move: 'link leek--stoke', verb: 'link', line: 'leek--stoke', cards: ['leek', 'iron'] });
const scout = choice({
  move: 'scout',
  verb: 'scout',
  card_sets: [
    ['iron', 'iron', 'leek'],
    ['iron', 'leek', 'stone'],
  ],
});
const near = choice({ move: 'link a--b coal a.1', verb: 'link', line: 'a--b', coal: ['a.1'], cards: ['iron'] });
const far = choice({ move: 'link a--b coal b.1', verb: 'link', line: 'a--b', coal: ['b.1'], cards: ['iron'] });
const all = [cotton, works, mine, canal, scout];
const pick = (part: Pick['part'], value: string): Pick => ({ part, value });

describe('picks in any order come to the same', () => {
  const wanted = [pick('verb', 'build'), pick('slot', 'leek.1'), pick('industry', 'cotton'), pick('card', 'leek')];
  const orders = [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [1, 3, 0, 2],
    [2, 0, 3, 1],
  ];
  test.each(orders)('%i %i %i %i', (...order) => {
    let picks: Pick[] = [];
    for (const n of order) picks = withPick(all, picks, wanted[n]!)!;
    expect(decided(all, picks)?.notation).toBe('build cotton leek.1 card leek');
  });
});

describe('a second card', () => {
  test('alone replaces the first, and taken again is taken back', () => {
    const second = withPick(all, [pick('card', 'leek')], pick('card', 'iron'));
    expect(second).toEqual([pick('card', 'iron')]);
    expect(withPick(all, second!, pick('card', 'iron'))).toEqual([]);
  });
  test('joins the first in an action that costs several', () => {
    const two = withPick(all, [pick('verb', 'scout'), pick('card', 'leek')], pick('card', 'iron'));
    expect(two).toEqual([pick('verb', 'scout'), pick('card', 'leek'), pick('card', 'iron')]);
  });
});

describe('what is asked next', () => {
  test('the verb, then where, then what, then the card', () => {
    expect(openPart(all, [])).toBe('verb');
    expect(openPart(all, [pick('verb', 'build')])).toBe('slot');
    expect(openPart(all, [pick('slot', 'leek.1')])).toBe('industry');
    expect(openPart(all, [pick('industry', 'cotton')])).toBe('card');
    expect(openPart(all, [pick('industry', 'coal')])).toBeNull();
  });
  test('the only card that pays need not be picked', () => {
    expect(decided(all, [pick('slot', 'leek.2')])?.notation).toBe('build coal leek.2 card leek');
  });
  test('several sources are a question', () => {
    expect(openPart([near, far], [pick('line', 'a--b')])).toBe('coal');
    expect([...possible([near, far], [], 'coal')]).toEqual(['a.1', 'b.1']);
    expect(decided([near, far], [pick('line', 'a--b'), pick('coal', 'b.1')])?.choice).toBe(far);
  });
});

describe('changing one’s mind', () => {
  test('a pick that does not go with the others replaces them', () => {
    const picks = withPick(
      all,
      [pick('card', 'cotton/manufacturer'), pick('slot', 'leek.1')],
      pick('line', 'leek--stoke'),
    )!;
    expect(narrow(all, picks)).toEqual([canal]);
  });
  test('the same pick again takes it back', () => {
    expect(withPick(all, [pick('slot', 'leek.1')], pick('slot', 'leek.1'))).toEqual([]);
  });
  test('another card takes the place of the first', () => {
    const picks = withPick(all, [pick('line', 'leek--stoke'), pick('card', 'leek')], pick('card', 'iron'))!;
    expect(decided(all, picks)?.notation).toBe('link leek--stoke card iron');
  });
  test('what no choice has cannot be picked', () => {
    expect(withPick(all, [], pick('slot', 'derby.1'))).toBeNull();
  });
});

describe('several cards', () => {
  test('are picked one by one, equal ones too', () => {
    let picks: Pick[] = [pick('verb', 'scout')];
    for (const card of ['iron', 'iron']) picks = withPick(all, picks, pick('card', card))!;
    expect(decided(all, picks)?.notation).toBe('scout cards iron iron leek');
  });
});
