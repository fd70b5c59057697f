import { expect, test } from 'vitest';
import { withFinalLinks } from '../src/game/final';
import { numbered } from '../src/game/steps';
import type { Event, LogLine, PlayerState, Seat } from '../src/lib/wire';
import { line, table } from './tables';

const played: Event = { event: 'discarded', seat: 'B', card: 'leek' };
const move = (ply: number, move: string, ...events: Event[]): LogLine => ({ ...line(ply, 'B', ...events), move });

test('one action has one number, which leads to the moment after all of it', () => {
  const log = [
    line(0, null),
    move(1, 'develop coal card leek iron market', played),
    move(2, 'develop iron iron market'),
    move(3, 'scout cards leek leek stone', played, played, played),
    move(4, 'sell leek.1 stoke card leek', played),
    move(5, 'sell leek.2 stoke'),
    move(6, 'bonus coal'),
    move(7, 'stop'),
    move(8, 'link leek--stoke card leek', played),
    move(9, 'link leek--buxton'),
    line(10, null),
    move(11, 'develop coal card leek', played),
    // Two cards pay for one build.
    move(12, 'build_anywhere leek.1 coal'),
    move(13, 'pay cards leek leek', played, played),
    // Each tile sold off for a debt is a decision of its own.
    move(14, 'liquidate leek.1'),
    move(15, 'liquidate leek.2'),
  ];
  expect(
    [...numbered(log, { repeats: ['link', 'develop', 'sell'] })].map(([ply, { n, after }]) => [ply, n, after]),
  ).toEqual([
    [1, 1, 3],
    [3, 2, 4],
    [4, 3, 8],
    [8, 4, 10],
    [11, 5, 12],
    [12, 6, 14],
    [14, 7, 15],
    [15, 8, 16],
  ]);
});

test('the links of a finished game are still counted as built', () => {
  const lifted = (seat: Seat, line: string): Event => ({ event: 'lifted', seat, line });
  const state = (['A', 'B'] as const).map((seat) => ({ seat, links_left: 14 }) as PlayerState);
  const log = [line(0, 'B', lifted('A', 'leek--stoke'), lifted('A', 'leek--buxton'), lifted('B', 'stone--stafford'))];
  const shown = withFinalLinks(table(1, 0, { over: true, state }), log);
  expect(shown.links.length).toBe(3);
  expect(shown.state.map(({ links_left }) => links_left)).toEqual([12, 13]);
});
