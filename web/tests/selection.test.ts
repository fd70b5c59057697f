import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Selection } from '../src/game/selection.svelte';
import type { Choice, Choices } from '../src/lib/wire';
import { choice } from './choices';
import { later, table } from './tables';

const coal = choice({ move: 'build coal leek.2', verb: 'build', slot: 'leek.2', industry: 'coal', cards: ['leek'] });
const works = choice({ move: 'build iron stoke.1', verb: 'build', slot: 'stoke.1', industry: 'iron', cards: ['iron'] });
const loan = choice({ move: 'loan 30', verb: 'loan', amount: 30, cards: ['leek', 'iron'] });

function offered(stamp: string, ...choices: Choice[]): Choices {
  return { game: 'g', ply: 5, stamp, choices, following: [] as Choice[] } as Choices;
}

describe('a selection', () => {
  let ask: ReturnType<typeof vi.fn<(game: string) => Promise<Choices>>>;
  let selection: Selection;
  beforeEach(async () => {
    ask = vi.fn(() => Promise.resolve(offered('5+0', coal, works, loan)));
    selection = new Selection('g', { choices: ask });
    await selection.at(table(5));
  });

  test('is asked for once a table', async () => {
    await selection.at(table(5, 0, { thinking: 'B' }));
    expect(ask).toHaveBeenCalledOnce();
    expect([...selection.verbs]).toEqual(['build', 'loan']);
  });

  test('is asked for again on the way back to a table', async () => {
    await selection.at(table(6, 0, { mine: [] }));
    expect([...selection.verbs]).toEqual([]);
    await selection.at(table(5));
    expect([...selection.verbs]).toEqual(['build', 'loan']);
  });

  test('is not asked for where another seat decides, or the game is over', async () => {
    await selection.at(table(6, 0, { mine: [] }));
    await selection.at(table(7, 0, { over: true }));
    expect(ask).toHaveBeenCalledOnce();
    expect(selection.choices).toEqual([]);
  });

  test('is not asked for while the hand is covered', async () => {
    await selection.at(table(6), true);
    expect(ask).toHaveBeenCalledOnce();
    expect(selection.choices).toEqual([]);
    ask.mockResolvedValue(offered('6+0', loan));
    await selection.at(table(6));
    expect(selection.choices).toEqual([loan]);
  });

  test('tells the spaces where a first click could only build over a tile', async () => {
    const replaced = { event: 'replaced', seat: 'A', slot: 'leek.2', tile: 'coal_1' } as const;
    const over = choice({ ...coal, effects: [replaced] });
    const sale = choice({ move: 'sell stoke.1 to oxford.1', verb: 'sell', slot: 'stoke.1', merchant: 'oxford.1' });
    const overSale = choice({ ...works, effects: [{ ...replaced, slot: 'stoke.1' }] });
    ask.mockResolvedValue(offered('6+0', over, overSale, sale));
    await selection.at(table(6));
    expect([...selection.tiled]).toEqual(['leek.2']);
    selection.pick('industry', 'coal');
    expect([...selection.tiled]).toEqual([]);
    expect(selection.pick('slot', 'leek.2')).toBe(true);
  });

  test('narrows until one move is decided', () => {
    expect(selection.open).toBe('verb');
    expect(selection.pick('verb', 'loan')).toBe(true);
    expect(selection.offer).toBe(loan);
    expect(selection.verb).toBe('loan');
    expect(selection.open).toBe('card');
    expect(selection.decided).toBeNull();
    selection.pick('card', 'iron');
    expect(selection.paying).toEqual(['iron']);
    expect(selection.decided?.notation).toBe('loan 30 card iron');
    selection.clear();
    expect(selection.decided).toBeNull();
  });

  test('refuses what no choice has', () => {
    expect(selection.pick('slot', 'derby.1')).toBe(false);
    expect(selection.picks).toEqual([]);
  });

  test('builds for two cards only where that is asked for', async () => {
    const site = { slot: 'leek.2', industry: 'coal' } as const;
    const two = choice({ move: 'build_anywhere coal leek.2', verb: 'build_anywhere', ...site });
    const far = choice({ move: 'build_anywhere coal derby.1', verb: 'build_anywhere', ...site, slot: 'derby.1' });
    ask.mockResolvedValueOnce(offered('8+0', coal, two, far));
    await selection.at(table(8));
    expect(selection.pick('slot', 'derby.1')).toBe(false);
    selection.pick('slot', 'leek.2');
    expect(selection.left).toEqual([coal]);
    selection.pick('verb', 'build_anywhere');
    expect(selection.left).toEqual([two]);
  });

  test('a picked card excludes the spaces it cannot build on', () => {
    expect(selection.excludes('slot', 'stoke.1')).toBe(false);
    selection.pick('card', 'leek');
    expect(selection.excludes('slot', 'stoke.1')).toBe(true);
    expect(selection.excludes('slot', 'leek.2')).toBe(false);
  });

  test('takes a whole move, wherever its card is named', async () => {
    const develop = { verb: 'develop' as const, iron: ['market'], cards: ['leek', 'iron'] };
    const mine = choice({ ...develop, move: 'develop coal iron market', industry: 'coal' });
    const works = choice({ ...develop, move: 'develop iron iron market', industry: 'iron' });
    ask.mockResolvedValueOnce(offered('8+0', mine, works));
    await selection.at(table(8));
    expect(selection.take('develop iron card leek iron market')).toBe(true);
    expect(selection.decided?.choice).toEqual(works);
    expect(selection.paying).toEqual(['leek']);
    expect(selection.take('develop iron card derby iron market')).toBe(false);
    expect(selection.paying).toEqual(['leek']);
  });

  test('drops its picks with another table, and choices that come too late', async () => {
    selection.pick('verb', 'loan');
    const slow = later<Choices>();
    ask.mockReturnValueOnce(slow.promise);
    const first = selection.at(table(5, 1));
    expect(selection.picks).toEqual([]);
    expect(selection.choices).toEqual([]);
    ask.mockResolvedValueOnce(offered('5+2', loan));
    await selection.at(table(5, 2));
    slow.keep(offered('5+1', coal));
    await first;
    expect(selection.choices).toEqual([loan]);
  });

  test('asks again after a failure', async () => {
    ask.mockRejectedValueOnce(new TypeError('no network'));
    await selection.at(table(6));
    expect(selection.choices).toEqual([]);
    ask.mockResolvedValueOnce(offered('6+0', loan));
    await selection.at(table(6));
    expect(selection.choices).toEqual([loan]);
  });
});
