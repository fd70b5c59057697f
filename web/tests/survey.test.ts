import { beforeEach, describe, expect, test, vi } from 'vitest';
import { considered } from '../src/game/considered';
import { Survey } from '../src/game/survey.svelte';
import type { Choice, CoalRoute, SeatReach } from '../src/lib/wire';
import { later, settled, table } from './tables';

const reach = (seat: 'A' | 'B'): SeatReach => ({
  seat,
  network: ['leek'],
  connected: ['leek'],
  coal_market: false,
  beer: [],
  links: {},
});
const choice = (given: Partial<Choice>): Choice =>
  ({
    verb: 'build',
    move: 'build coal leek.1',
    slot: 'leek.1',
    tile: 'coal.1',
    pounds: 5,
    coal: [],
    ...given,
  }) as Choice;

describe('what the map shows on request', () => {
  const server = {
    reach: vi.fn<(game: string, ply?: number) => Promise<SeatReach[]>>(),
    routes: vi.fn<(game: string, move: string) => Promise<CoalRoute[]>>(),
  };
  let survey: Survey;
  beforeEach(() => {
    server.reach.mockReset().mockImplementation(() => Promise.resolve([reach('A'), reach('B')]));
    server.routes.mockReset().mockImplementation(() => Promise.resolve([]));
    survey = new Survey('g', server);
  });

  test('a table is asked about once, and its answer holds for that table only', async () => {
    await survey.askReach(table(5, 0, { live: true }));
    await survey.askReach(table(5, 0, { live: true }));
    expect(server.reach.mock.calls).toEqual([['g', undefined]]);
    expect(survey.reach(table(5), 'B')?.seat).toBe('B');
    expect(survey.reach(table(6), 'B')).toBeNull();
  });

  test('a moment of history is asked about by its ply', async () => {
    await survey.askReach(table(3, 0, { live: false }));
    expect(server.reach.mock.calls).toEqual([['g', 3]]);
  });

  test('a late answer to another question is dropped, and a failure is asked again', async () => {
    const slow = later<SeatReach[]>();
    server.reach.mockReturnValueOnce(slow.promise);
    const first = survey.askReach(table(5));
    await survey.askReach(table(6));
    slow.keep([]);
    await first;
    expect(survey.reach(table(6), 'A')?.seat).toBe('A');
    server.reach.mockImplementationOnce(() => Promise.reject(new Error('offline')));
    await survey.askReach(table(7));
    await survey.askReach(table(7));
    await settled();
    expect(survey.reach(table(7), 'A')?.seat).toBe('A');
  });

  test('only moves with coal have ways', async () => {
    await survey.askRoutes(table(5), choice({}));
    expect(server.routes).not.toHaveBeenCalled();
    const way = { source: 'dudley.1', places: ['leek', 'dudley'], lines: ['x'], price: 0 };
    server.routes.mockImplementation(() => Promise.resolve([way]));
    const wanted = choice({ coal: ['dudley.1'], move: 'build iron leek.1 coal dudley.1' });
    await survey.askRoutes(table(5), wanted);
    expect(survey.routes(table(5), wanted)).toEqual([way]);
    expect(survey.routes(table(6), wanted)).toEqual([]);
  });
});

describe('the move the player thinks of', () => {
  const mine = choice({});
  const dearer = choice({ move: 'build coal leek.1 iron market', pounds: 9 });
  const mill = choice({ move: 'build cotton leek.1', tile: 'cotton.1', industry: 'cotton' });
  const empty = { decided: null, offer: null, reachable: [mine, dearer], picks: [] };

  test('what is decided on comes first, then the only one left', () => {
    expect(considered({ ...empty, decided: { choice: mill, notation: '', cards: [] } }, null)).toBe(mill);
    expect(considered({ ...empty, offer: dearer }, { kind: 'slot', id: 'leek.1' })).toBe(dearer);
  });

  test('otherwise the cheapest way to build what is pointed at', () => {
    expect(considered(empty, { kind: 'slot', id: 'leek.1' })).toBe(mine);
    expect(considered(empty, { kind: 'slot', id: 'stone.1' })).toBeNull();
    expect(considered(empty, { kind: 'market', id: 'coal' })).toBeNull();
    expect(considered(empty, null)).toBeNull();
  });

  test('nothing where several tiles could stand', () => {
    expect(considered({ ...empty, reachable: [mine, mill] }, { kind: 'slot', id: 'leek.1' })).toBeNull();
  });
});
