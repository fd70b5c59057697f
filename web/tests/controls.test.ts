import { beforeEach, describe, expect, test, vi } from 'vitest';
import { lightsOf } from '../src/game/lighting';
import type { Connection } from '../src/game/connection.svelte';
import { Controls, isOwn } from '../src/game/controls';
import { Notices } from '../src/game/notices.svelte';
import { Playback } from '../src/game/playback.svelte';
import { Selection } from '../src/game/selection.svelte';
import type { Answer, Choice, Choices, Hint, RulesetInfo, Table } from '../src/lib/wire';
import { choice } from './choices';
import { settled, table } from './tables';

const coal = choice({ move: 'build coal leek.2', verb: 'build', slot: 'leek.2', industry: 'coal', cards: ['leek'] });
const near = choice({ move: 'link a--b coal a.1', verb: 'link', line: 'a--b', coal: ['a.1'], cards: ['iron'] });
const far = choice({ move: 'link a--b coal market', verb: 'link', line: 'a--b', coal: ['market'], cards: ['iron'] });

describe('clicks', () => {
  const info = {
    slots: [],
    lines: [],
    places: [],
    merchants: [],
    tiles: [],
    markets: [],
    verbs: [],
  } as unknown as RulesetInfo;
  let draft: ReturnType<typeof vi.fn<Connection['draft']>>;
  let undo: ReturnType<typeof vi.fn<Connection['undo']>>;
  let why: ReturnType<typeof vi.fn<() => Promise<Answer>>>;
  let selection: Selection;
  let notices: Notices;
  let playback: Playback;
  let controls: Controls;
  beforeEach(async () => {
    draft = vi.fn<Connection['draft']>(() => Promise.resolve());
    undo = vi.fn<Connection['undo']>(() => Promise.resolve());
    why = vi.fn(() => Promise.resolve({ refusal: null, rule: null }));
    const offered = { stamp: '5+0', choices: [coal, near, far], following: [] as Choice[] } as Choices;
    selection = new Selection('g', { choices: () => Promise.resolve(offered) });
    notices = new Notices('g', { why, hint: vi.fn(), coach: vi.fn(), rules: vi.fn() }, () => ({ info, seats: [] }));
    playback = new Playback('g', { table: vi.fn() }, () => 0, () => {}); // prettier-ignore
    playback.receive({ table: table(5), log: [], missed: [] });
    const connection = { info, draft, undo } as unknown as Connection;
    controls = new Controls({ connection, playback, selection, notices });
    await selection.at(table(5));
  });

  test('a first click on a tile that could only be built over explains it', async () => {
    const replaced = { event: 'replaced', seat: 'A', slot: 'leek.2', tile: 'coal_1' } as const;
    const offered = {
      stamp: '6+0',
      choices: [choice({ ...coal, effects: [replaced] }), near],
      following: [],
    } as unknown as Choices;
    const over = new Selection('g', { choices: () => Promise.resolve(offered) });
    playback.receive({ table: table(6), log: [], missed: [] });
    await over.at(table(6));
    const connection = { info, draft, undo } as unknown as Connection;
    const sitting = new Controls({ connection, playback, selection: over, notices });
    sitting.touch({ kind: 'slot', id: 'leek.2' });
    expect(over.picks).toEqual([]);
    over.pick('industry', 'coal');
    sitting.touch({ kind: 'slot', id: 'leek.2' });
    expect(over.picks.map(({ part }) => part)).toContain('slot');
  });

  test('a hint stays while it can still be followed, and ends when something else begins', () => {
    const asHinted = () => (notices.hint = { move: 'link a--b coal a.1 card iron', effects: [] } as unknown as Hint);
    asHinted();
    controls.pick('line', 'a--b');
    expect(notices.hint).not.toBeNull();
    controls.pick('coal', 'market');
    expect(notices.hint).toBeNull();
    controls.clear();
    asHinted();
    controls.pick('industry', 'coal');
    expect(notices.hint).toBeNull();
    controls.clear();
    asHinted();
    controls.pick('coal', 'a.1'); // the hinted move: its price takes the place
    expect(notices.hint).toBeNull();
  });

  test('pick what is possible, and send it at the second click', () => {
    controls.touch({ kind: 'slot', id: 'leek.2' });
    expect(selection.decided?.notation).toBe('build coal leek.2 card leek');
    controls.touch({ kind: 'slot', id: 'leek.2' });
    expect(draft).toHaveBeenCalledWith({ ply: 5, stamp: '5+0' }, 'build coal leek.2 card leek');
  });

  test('where only turns are confirmed, a move is made as soon as nothing is open, unless it reveals something', () => {
    controls = new Controls(
      { connection: { info, draft } as unknown as Connection, playback, selection, notices },
      () => true,
    );
    controls.touch({ kind: 'line', id: 'a--b' });
    expect(draft).not.toHaveBeenCalled(); // its coal is open
    controls.clear();
    controls.touch({ kind: 'slot', id: 'leek.2' });
    expect(draft).toHaveBeenCalledOnce();
    controls.clear();
    selection.choices = [{ ...coal, reveals: true }];
    controls.touch({ kind: 'slot', id: 'leek.2' });
    expect(draft).toHaveBeenCalledOnce();
  });

  test('ask about what is not', () => {
    controls.touch({ kind: 'slot', id: 'stoke.1' });
    expect(why).toHaveBeenCalledWith('g', { question: 'slot', slot: 'stoke.1' }, expect.anything());
    controls.touchVerb('sell');
    expect(why).toHaveBeenLastCalledWith('g', { question: 'verb', verb: 'sell' }, expect.anything());
  });

  test('a tile that cannot be developed next says why, also while the action could go on', () => {
    const decision = { name: 'more', seat: 'A', verbs: ['develop', 'stop'] } as unknown as Table['decision'];
    playback.receive({ table: table(5, 1, { decision, actions_left: 2 }), log: [], missed: [] });
    selection.choices = [choice({ move: 'develop cotton', verb: 'develop', industry: 'cotton', cards: [] })];
    controls.touchIndustry('pottery');
    expect(why).toHaveBeenCalledWith('g', { question: 'develop', industry: 'pottery' }, expect.anything());
  });

  test('a tile that the chosen action cannot use starts no other action', () => {
    const develop = choice({ move: 'develop cotton', verb: 'develop', industry: 'cotton', cards: ['leek'] });
    selection.choices = [coal, develop];
    controls.touchVerb('develop');
    controls.touchIndustry('coal');
    expect(selection.picked('verb')).toBe('develop');
    expect(why).toHaveBeenCalledWith('g', { question: 'develop', industry: 'coal' }, expect.anything());
  });

  test('what belongs to another action does not begin it', () => {
    controls.touchVerb('build');
    controls.touch({ kind: 'line', id: 'a--b' });
    expect(selection.picks).toEqual([{ part: 'verb', value: 'build' }]);
    expect(notices.notice?.kind).toBe('info');
    controls.touchCard('iron'); // it builds nothing: that is asked about
    expect(selection.picks).toEqual([{ part: 'verb', value: 'build' }]);
    expect(why).toHaveBeenCalledExactlyOnceWith('g', { question: 'card', card: 'iron' }, expect.anything());
    why.mockClear();
    controls.clear();
    controls.touch({ kind: 'line', id: 'a--b' });
    controls.touch({ kind: 'slot', id: 'leek.2' });
    controls.touchIndustry('coal');
    expect(selection.picks).toEqual([{ part: 'line', value: 'a--b' }]);
    controls.touchVerb('build'); // this is asked for
    expect(selection.picks).toEqual([{ part: 'verb', value: 'build' }]);
    expect(why).not.toHaveBeenCalled();
  });

  test('another action ends the one that could go on', async () => {
    const decision = { name: 'more', seat: 'A', verbs: ['develop', 'stop'] } as unknown as Table['decision'];
    playback.receive({ table: table(5, 1, { decision, actions_left: 2 }), log: [], missed: [] });
    draft.mockImplementationOnce(() => {
      playback.receive({ table: table(5, 2), log: [], missed: [] });
      return Promise.resolve();
    });
    controls.touchVerb('build');
    expect(draft).toHaveBeenCalledWith({ ply: 6, stamp: '5+1' }, 'stop');
    await settled();
    expect(selection.picked('verb')).toBe('build');
  });

  test('a click on the map ends the action that could go on, unless nothing begins there', async () => {
    const decision = { name: 'more', seat: 'A', verbs: ['develop', 'stop'] } as unknown as Table['decision'];
    const more = table(5, 1, { decision, actions_left: 2 });
    const show = (now: Table) => {
      playback.receive({ table: now, log: [], missed: [] });
      return selection.at(now);
    };
    const offers = [coal, near, far];
    await show(more);
    selection.choices = [choice({ move: 'develop cotton', verb: 'develop', industry: 'cotton' })];
    const stop = async () => {
      await show(table(5, 2));
      selection.choices = offers;
    };
    draft.mockImplementationOnce(stop);
    controls.touch({ kind: 'slot', id: 'leek.2' });
    await settled();
    expect(draft.mock.calls).toEqual([[{ ply: 6, stamp: '5+1' }, 'stop']]);
    expect(selection.decided?.choice).toBe(coal);

    await show(more);
    selection.choices = [];
    draft.mockImplementationOnce(stop);
    controls.touch({ kind: 'slot', id: 'stoke.1' });
    await settled();
    expect(undo).toHaveBeenCalledWith({ ply: 7, stamp: '5+2' }, 1);
    expect(why).toHaveBeenCalledWith('g', { question: 'slot', slot: 'stoke.1' }, expect.anything());
  });

  describe('where an action could go on', () => {
    const decision = { name: 'more', seat: 'A', verbs: ['develop', 'stop'] } as unknown as Table['decision'];
    const more = table(5, 1, { decision, actions_left: 2 });
    const second = choice({ move: 'develop cotton', verb: 'develop', industry: 'cotton' });
    const show = (now: Table) => {
      playback.receive({ table: now, log: [], missed: [] });
      return selection.at(now);
    };
    beforeEach(async () => {
      await show(more);
      selection.choices = [second, choice({ move: 'stop', verb: 'stop' })];
      selection.following = [coal, near, far];
      draft.mockImplementation(async () => {
        await show(table(5, 2));
        selection.choices = [coal, near, far];
      });
    });

    test('the board and the hand show what the next action could be', () => {
      const { of, calm } = lightsOf(selection, new Set());
      expect([of('slot', 'leek.2'), of('line', 'a--b'), calm]).toEqual(['lit', 'lit', true]);
      expect([...selection.cards]).toEqual(['leek', 'iron']);
      controls.touchIndustry('cotton');
      expect(selection.decided?.choice).toBe(second); // now only this is in hand
      expect(lightsOf(selection, new Set()).of('slot', 'leek.2')).toBe('faded');
      expect([...selection.cards]).toEqual([]);
    });

    test('a card begins the next action, as a place does', async () => {
      controls.touchCard('leek');
      await settled();
      expect(draft.mock.calls).toEqual([[{ ply: 6, stamp: '5+1' }, 'stop']]);
      expect(selection.picks).toEqual([{ part: 'card', value: 'leek' }]);
      expect(notices.notice).toBeNull();
    });

    test('a card says that the second part needs none, once that is picked', () => {
      controls.touchIndustry('cotton');
      controls.touchCard('leek');
      expect(draft).not.toHaveBeenCalled();
      expect(selection.decided?.choice).toBe(second);
      expect(notices.notice?.kind).toBe('info');
    });

    test('starting over leads back to where the action could go on', async () => {
      controls.touch({ kind: 'slot', id: 'leek.2' });
      await settled();
      expect(selection.picks.length).toBeGreaterThan(0);
      controls.clear();
      expect(selection.picks).toEqual([]);
      expect(undo).toHaveBeenCalledWith({ ply: 7, stamp: '5+2' }, 1);
    });

    test('starting over takes back no more than what was picked, where nothing was stopped', () => {
      controls.touchIndustry('cotton');
      controls.clear();
      expect(selection.picks).toEqual([]);
      controls.clear(); // as Escape does
      expect(undo).not.toHaveBeenCalled();
    });
  });

  test('take a source from the map where one is open', () => {
    controls.touch({ kind: 'line', id: 'a--b' });
    expect(selection.open).toBe('coal');
    controls.touch({ kind: 'market', id: 'iron' }); // not what is asked for
    expect(selection.open).toBe('coal');
    controls.touch({ kind: 'market', id: 'coal' });
    expect(selection.decided?.choice).toBe(far);
  });

  test('a card that does not go with the space picked is asked about', () => {
    controls.touch({ kind: 'slot', id: 'leek.2' });
    controls.touchCard('iron');
    const question = { question: 'slot', slot: 'leek.2', card: 'iron' };
    expect(why).toHaveBeenCalledWith('g', question, expect.anything());
  });

  test('explain where it is not the player’s turn', () => {
    playback.receive({ table: table(6, 0, { mine: [] }), log: [], missed: [] });
    controls.touch({ kind: 'line', id: 'a--b' });
    expect(notices.notice?.kind).toBe('info');
    expect(selection.picks).toEqual([]);
  });

  test('explain once all actions are done: nothing can be picked, and nothing is asked', () => {
    const draft = { units: [], events: [], complete: true } as unknown as Table['draft'];
    playback.receive({ table: table(5, 1, { draft }), log: [], missed: [] });
    controls.touch({ kind: 'slot', id: 'leek.2' });
    expect(notices.notice?.kind).toBe('info');
    expect(selection.picks).toEqual([]);
    expect(why).not.toHaveBeenCalled();
  });

  test('Escape takes back what was said, then what was picked', () => {
    controls.touch({ kind: 'slot', id: 'leek.2' });
    notices.say('something');
    controls.dismiss();
    expect(notices.notice).toBeNull();
    expect(selection.picks).toHaveLength(1);
    controls.dismiss();
    expect(selection.picks).toEqual([]);
  });

  test('a refused move is said', async () => {
    draft.mockRejectedValue(new TypeError('no network'));
    expect(await controls.play('loan 30')).toBe(false);
    expect(notices.notice?.kind).toBe('no');
  });
});

test('hints are for tables at which nobody else sits, or may sit down', () => {
  const seats = (...others: object[]) =>
    table(5, 0, { seats: [{ kind: 'person', is_mine: true }, ...others] as Table['seats'] });
  expect(isOwn(seats({ kind: 'bot' }, { kind: 'person', is_mine: true }))).toBe(true);
  expect(isOwn(seats({ kind: 'person', is_mine: false }))).toBe(false);
  expect(isOwn(seats({ kind: 'open', is_mine: false }))).toBe(false);
});
