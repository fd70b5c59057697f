import { describe, expect, test } from 'vitest';
import { plotOf, story } from '../src/game/story';
import type { ScoreLine, Seat, Table } from '../src/lib/wire';
import { table } from './tables';

function score(seat: Seat, era: string, source: string, vp: number): ScoreLine {
  return { seat, era, source, vp } as ScoreLine;
}
function ended(scores: ScoreLine[], standings: Seat[][]): Table {
  const seats = [...new Set(scores.map((line) => line.seat))].sort();
  const vp = (seat: Seat) => scores.filter((line) => line.seat === seat).reduce((sum, line) => sum + line.vp, 0);
  return table(9, 0, {
    over: true,
    standings,
    scores,
    state: seats.map((seat) => ({ seat, vp: vp(seat) })) as Table['state'],
  });
}

describe('the story of a game', () => {
  const scores = [
    score('A', 'canal', 'links', 10),
    score('A', 'canal', 'tiles', 5),
    score('B', 'canal', 'tiles', 20),
    score('A', 'rail', 'links', 30),
    score('B', 'rail', 'tiles', 18),
  ];

  test('tells who won from behind, by how much and by what', () => {
    expect(plotOf(ended(scores, [['A'], ['B']]))).toEqual({
      winners: ['A'],
      second: 'B',
      margin: 7,
      led: { seat: 'B', era: 'canal', by: 5 },
      source: 'links',
      from: 40,
    });
    expect(story(ended(scores, [['A'], ['B']]))).toBe(
      'Ada beat Brindley by 7 VP. After the Canal Era, Brindley had led by 5 VP. The winner’s main source of points: links, 40 VP.',
    );
  });

  test('nobody came from behind where there is one era, or the winner led', () => {
    expect(plotOf(ended(scores.slice(0, 3), [['B'], ['A']]))?.led).toBeNull();
    expect(plotOf(ended(scores, [['B'], ['A']]))?.led).toBeNull();
  });

  test('a tie, a shared victory, and a game without points', () => {
    const even = [score('A', 'canal', 'links', 10), score('B', 'canal', 'links', 10)];
    expect(story(ended(even, [['A'], ['B']]))).toContain('the tie-break decided');
    expect(story(ended(even, [['A', 'B']]))).toContain('Ada, Brindley share the victory.');
    expect(plotOf(ended([score('A', 'canal', 'links', 0)], [['A']]))?.source).toBeNull();
    expect(story(table(3, 0, { standings: [], scores: [], state: [] }))).toBe('');
  });
});
