import { expect, test } from 'vitest';
import { Redo } from '../src/game/redo.svelte';
import type { Table } from '../src/lib/wire';
import { table } from './tables';

const drafted = (...units: string[]): Table => table(5, 0, { draft: { units } as unknown as Table['draft'] });

test('units undone are done again in their order', () => {
  const redo = new Redo();
  redo.undone(drafted('a', 'b', 'c'), 1);
  redo.undone(drafted('a', 'b'), 'all');
  expect(redo.next(drafted())).toBe('a');
  redo.redone(drafted(), 'a');
  expect(redo.next(drafted('a'))).toBe('b');
  redo.redone(drafted('a'), 'b');
  expect(redo.next(drafted('a', 'b'))).toBe('c');
});

test('nothing is done again after another move', () => {
  const redo = new Redo();
  redo.undone(drafted('a', 'b'), 1);
  expect(redo.next(drafted('x'))).toBeNull();
  redo.undone(drafted('x', 'y'), 1);
  redo.redone(drafted('x'), 'y');
  expect(redo.next(drafted('x', 'y'))).toBeNull();
});
