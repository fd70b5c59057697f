import { expect, test } from 'vitest';
import { mayFollow } from '../src/game/actions';
import type { Table } from '../src/lib/wire';
import { table } from './tables';

test('an action that could go on is left only for one that is possible', () => {
  const given = { decision: { name: 'more', verbs: ['develop', 'stop'] }, draft: { follows: ['build', 'pass'] } };
  const now = table(5, 0, given as unknown as Partial<Table>);
  expect(['build', 'sell', 'pass', 'develop'].filter((verb) => mayFollow(now, verb))).toEqual(['build', 'pass']);
  expect(mayFollow(table(5), 'build')).toBe(false);
  expect(mayFollow({ ...now, draft: null, actions_left: 2 }, 'sell')).toBe(true);
  expect(mayFollow({ ...now, draft: null, actions_left: 1 }, 'sell')).toBe(false);
});
