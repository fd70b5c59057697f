import { describe, expect, test } from 'vitest';
import { changesOf, focusOf, recapTexts, replayPlies, sinceLastTurn } from '../src/game/since';
import { isCounted, moveByMove } from '../src/game/steps';
import type { Event, LogLine, Seat } from '../src/lib/wire';
import { printed } from './board';
import { line, table } from './tables';

const built = (seat: Seat, slot: string): Event => ({ event: 'placed', seat, slot, tile: 'coal.1' });
const laid = (seat: Seat, id: string): Event => ({ event: 'laid', seat, line: id });
const log: LogLine[] = [
  line(0, null),
  line(1, 'B', built('B', 'stone.1')),
  line(2, 'A', built('A', 'leek.1')),
  line(3, 'B', built('B', 'cannock.1'), { event: 'consumed', seat: 'B', resource: 'coal', slot: 'leek.1' }),
  line(4, 'C', laid('C', 'leek--stoke-on-trent')),
  line(5, 'B', { event: 'borrowed', seat: 'B', amount: 30 }),
  line(6, null, { event: 'drew', seat: 'B' }),
];

describe('since the last turn', () => {
  const recaps = sinceLastTurn(log, 'A');

  test('each rival has one entry, with the moves after one’s own last', () => {
    expect(recaps.map(({ seat, lines }) => [seat, lines.map(({ ply }) => ply)])).toEqual([
      ['B', [3, 5]],
      ['C', [4]],
    ]);
  });

  test('before the first turn everything counts', () => {
    expect(sinceLastTurn(log, 'D').map(({ seat }) => seat)).toEqual(['B', 'A', 'C']);
  });

  test('the texts leave the name to the badge', () => {
    expect(recapTexts(recaps[0]!, { info: printed('birmingham'), seats: [] })).toEqual([
      'Built Coal mine\u00a0I in Cannock',
      'Borrowed £30',
    ]);
  });

  test('what was done twice is said once', () => {
    const borrowed: Event = { event: 'borrowed', seat: 'B', amount: 30 };
    const lines = [line(0, 'B', borrowed), line(1, 'B', borrowed)];
    expect(recapTexts({ seat: 'B', lines }, { info: printed('birmingham'), seats: [] })).toEqual(['Borrowed £30 ×2']);
  });

  test('what has changed and still stands is outlined in the colour of whoever changed it', () => {
    const tile = (slot: string, seat: Seat) => ({ slot, seat, tile: 'coal.1', flipped: false, holds: 1 });
    const now = table(7, 0, { tiles: [tile('leek.1', 'A'), tile('cannock.1', 'B'), tile('stone.1', 'B')] });
    expect([...changesOf(recaps, now)]).toEqual([
      ['cannock.1', 'yellow'],
      ['leek.1', 'yellow'],
    ]);
  });

  test('a rival’s moves are shown again from before each to after it', () => {
    expect(replayPlies(recaps[0]!, log)).toEqual([3, 4, 5, 6]);
    expect(replayPlies({ seat: 'B', lines: [log[1]!] }, log)).toEqual([1, 2]);
  });

  test('the board looks at the last thing that was done', () => {
    expect(focusOf(log.slice(3, 5).flatMap(({ events }) => events))).toBe('leek--stoke-on-trent');
    expect(focusOf(log.slice(5).flatMap(({ events }) => events))).toBeNull();
  });
});

test('a log falls apart at the players’ moves; nature’s belong to the one before', () => {
  expect(moveByMove(log).map((move) => move.map(({ ply }) => ply))).toEqual([[0, 1], [2], [3], [4], [5, 6]]);
  expect(moveByMove([])).toEqual([]);
  // To stop an action is no move of its own: it is neither shown by itself nor counted.
  const stopped = [line(0), { ...line(1), move: 'stop' }, line(2)];
  expect(moveByMove(stopped).map((move) => move.map(({ ply }) => ply))).toEqual([[0, 1], [2]]);
  expect(stopped.filter(isCounted).length).toBe(2);
});
