import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Playback } from '../src/game/playback.svelte';
import type { Table } from '../src/lib/wire';
import { clock, later, line, lines, scoredLink, settled, table } from './tables';

describe('playback', () => {
  let pace: number;
  let shows: ReturnType<typeof vi.fn<(table: Table) => void>>;
  let past: ReturnType<typeof vi.fn<(game: string, ply?: number) => Promise<Table>>>;
  let playback: Playback;
  const receive = (now: Table, ...log: ReturnType<typeof line>[]) => playback.receive({ table: now, log, missed: [] });
  beforeEach(() => {
    clock.start();
    pace = 100;
    shows = vi.fn<(table: Table) => void>();
    past = vi.fn((_: string, ply = 0) => Promise.resolve(table(ply)));
    playback = new Playback('g', { table: past }, () => pace, shows);
    receive(table(5), ...lines(0, 5));
  });
  afterEach(clock.stop);

  test('the first table is there at once, with its log, and nothing flies', () => {
    expect(playback.table?.last_ply).toBe(5);
    expect(playback.log).toHaveLength(5);
    expect(playback.flights.events).toEqual([]);
    expect(shows).toHaveBeenCalledOnce();
  });

  test('bots are shown one after the other, one’s own moves at once', async () => {
    receive(table(6), line(5, 'A'));
    expect(playback.table?.last_ply).toBe(6);
    receive(table(7), line(6));
    receive(table(8), line(7));
    expect(playback.table?.last_ply).toBe(7);
    expect(playback.pacer.waiting).toBe(1);
    await clock.pass(100);
    expect(playback.table?.last_ply).toBe(8);
  });

  test('skipping shows what waits', () => {
    for (const n of [6, 7, 8]) receive(table(n), line(n - 1));
    playback.skip();
    expect(playback.table?.last_ply).toBe(8);
    expect(playback.flights.events).toEqual([]);
  });

  test('drafted moves fly, and are fresh; stored again they do not', () => {
    const built = { slot: 'leek.1', seat: 'A' as const, tile: 'coal.1', flipped: false, holds: 2 };
    receive(table(5, 1, { tiles: [built] }));
    expect(playback.flights.events).toEqual([{ event: 'placed', slot: 'leek.1' }]);
    expect([...playback.fresh]).toEqual(['leek.1']);
    receive(
      table(6, 0, { tiles: [built] }),
      line(5, 'A', { event: 'placed', seat: 'A', slot: 'leek.1', tile: 'coal.1' }),
    );
    expect(playback.flights.events).toEqual([]);
  });

  test('the same table again changes nothing but who sits where', () => {
    receive(table(5, 1));
    const { flights } = playback;
    receive(table(5, 1, { thinking: 'B' }));
    expect(playback.flights).toBe(flights);
    expect(playback.table?.thinking).toBe('B');
  });

  test('an era is scored on the board it ends with', async () => {
    receive(table(7, 0, { era: 'rail' }), line(5), line(6, null, scoredLink(4)));
    expect(playback.table?.era).toBe('canal');
    expect(playback.myTurn).toBe(false);
    expect(playback.eraScored?.era).toBe('canal');
    await clock.pass(500);
    expect(playback.table?.era).toBe('rail');
    expect(playback.myTurn).toBe(true);
    expect(playback.eraScored).not.toBeNull(); // until it is closed
    playback.closeScores();
    expect(playback.eraScored).toBeNull();
  });

  test('closing the points goes on with the game', () => {
    receive(table(7, 0, { era: 'rail' }), line(5), line(6, null, scoredLink(4)));
    playback.closeScores();
    expect(playback.table?.era).toBe('rail');
  });

  test('without a pace an era’s end is shown at once', () => {
    pace = 0;
    receive(table(7, 0, { era: 'rail' }), line(5), line(6, null, scoredLink(4)));
    expect(playback.table?.era).toBe('rail');
    expect(playback.flights.events).toEqual([scoredLink(4)]);
    expect(playback.eraScored?.era).toBe('canal');
  });

  test('what was missed joins the log, and does not fly', () => {
    playback.receive({ table: table(9), log: [], missed: lines(5, 9) });
    expect(playback.log.map(({ ply }) => ply)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(playback.table?.last_ply).toBe(9);
    expect(playback.flights.events).toEqual([]);
  });

  test('a shared screen covers the hand until its player asks for it', () => {
    receive(table(6, 0, { mine: ['A', 'B'] }), line(5, 'A'));
    expect(playback.covered).toBe(true);
    playback.reveal();
    expect(playback.covered).toBe(false);
  });

  test('a moment of the past, and back', async () => {
    await playback.look(3);
    expect(playback.shown?.ply).toBe(3);
    expect(playback.myTurn).toBe(false);
    await playback.look(null);
    expect(playback.shown?.ply).toBe(5);
    expect(playback.myTurn).toBe(true);
  });

  test('of two moments asked for, the last one is shown', async () => {
    const slow = later<Table>();
    past.mockReturnValueOnce(slow.promise);
    const first = playback.look(2);
    await playback.look(4);
    slow.keep(table(2));
    await first;
    expect(playback.shown?.ply).toBe(4);
  });

  test.each(['bot', 'person'] as const)(
    'the turn of a %s is shown move by move, each on its own table',
    async (kind) => {
      const seats = table(8).seats.map((seat) => (seat.seat === 'B' ? { ...seat, kind } : seat));
      receive(table(8, 0, { seats }), line(5), line(6, null), line(7));
      await settled();
      expect(past.mock.calls).toEqual([['g', 7]]);
      expect(playback.table?.ply).toBe(7);
      expect(playback.latest.map(({ ply }) => ply)).toEqual([5, 6]);
      await clock.pass(100);
      expect(playback.table?.ply).toBe(8);
      expect(playback.log).toHaveLength(8);
    },
  );

  test('news keeps its order while a turn is being split', async () => {
    const slow = later<Table>();
    past.mockReturnValueOnce(slow.promise);
    receive(table(7), line(5), line(6));
    receive(table(8), line(7, 'A'));
    expect(playback.table?.ply).toBe(5);
    slow.keep(table(6));
    await settled();
    await clock.pass(200);
    expect(shows.mock.calls.map(([shown]) => shown.ply)).toEqual([5, 6, 7, 8]);
  });

  test('skipped while it is being split, a turn stays whole; without its tables too', async () => {
    receive(table(7), line(5), line(6));
    playback.skip();
    await settled();
    past.mockImplementationOnce(() => Promise.reject(new Error('offline')));
    await clock.pass(100);
    receive(table(9), line(7), line(8));
    await settled();
    expect(shows.mock.calls.map(([shown]) => shown.ply)).toEqual([5, 7, 9]);
  });

  test('a table between two moves shows no hand at a shared screen', async () => {
    past.mockReturnValueOnce(Promise.resolve(table(6, 0, { mine: ['A', 'C'], hands: { A: ['leek'] } })));
    receive(table(7), line(5), line(6));
    await settled();
    expect(playback.table?.ply).toBe(6);
    expect(playback.table?.hands).toEqual({});
  });

  test('moves are shown again one by one, then the present', async () => {
    playback.again([2, 3, 5]);
    await settled();
    expect(playback.past?.ply).toBe(2);
    await clock.pass(900);
    expect(playback.past?.ply).toBe(3);
    expect(playback.latest.map(({ ply }) => ply)).toEqual([2]);
    await clock.pass(1800);
    expect(playback.past).toBeNull();
    expect(playback.latest).toEqual([]);
  });

  test('skipping ends what is shown again', async () => {
    playback.again([2, 3, 5]);
    await settled();
    playback.skip();
    expect(playback.past).toBeNull();
    await clock.pass(5000);
    expect(playback.past).toBeNull();
  });
});
