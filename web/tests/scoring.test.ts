import { expect, test } from 'vitest';
import { pointsOfEra } from '../src/game/scoring';
import type { Event, Table } from '../src/lib/wire';

test('an era’s points are those of its scoring and those gained while it was played', () => {
  const events = [
    { event: 'scored_link', seat: 'A', vp: 3 },
    { event: 'scored_tile', seat: 'B', vp: 5 },
  ] as unknown as Event[];
  const gained = [
    { seat: 'A', era: 'canal', source: 'bonus', vp: 4 },
    { seat: 'A', era: 'canal', source: 'links', vp: 3 }, // the scoring itself, already counted
    { seat: 'B', era: 'rail', source: 'bonus', vp: 2 },
  ] as unknown as Table['scores'];
  expect(pointsOfEra({ era: 'canal', events }, gained)).toEqual([
    { seat: 'A', era: 'canal', source: 'bonus', vp: 4 },
    { seat: 'A', era: 'canal', source: 'links', vp: 3 },
    { seat: 'B', era: 'canal', source: 'tiles', vp: 5 },
  ]);
});
