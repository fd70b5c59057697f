import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Pacer } from '../src/game/pacer.svelte';

interface News {
  id: number;
  pause: number;
}

describe('news shown one after the other', () => {
  let shown: number[];
  let pacer: Pacer<News>;
  beforeEach(() => {
    vi.useFakeTimers();
    shown = [];
    pacer = new Pacer<News>(
      (news) => shown.push(news.id),
      (news) => news.pause,
    );
  });
  afterEach(() => vi.useRealTimers());

  test('what needs no time is shown at once', () => {
    pacer.push({ id: 1, pause: 0 });
    pacer.push({ id: 2, pause: 0 });
    expect(shown).toEqual([1, 2]);
  });
  test('each is looked at for its time, and the order is kept', () => {
    pacer.push({ id: 1, pause: 100 });
    pacer.push({ id: 2, pause: 0 });
    pacer.push({ id: 3, pause: 100 });
    expect(shown).toEqual([1]);
    expect(pacer.waiting).toBe(2);
    vi.advanceTimersByTime(100);
    expect(shown).toEqual([1, 2, 3]);
    expect(pacer.waiting).toBe(0);
  });
  test('skipping shows all that waits', () => {
    for (const id of [1, 2, 3]) pacer.push({ id, pause: 100 });
    pacer.skip();
    expect(shown).toEqual([1, 2, 3]);
    pacer.push({ id: 4, pause: 100 });
    expect(shown).toEqual([1, 2, 3, 4]);
  });
  test('held, nothing goes on; released, it does', () => {
    for (const id of [1, 2, 3]) pacer.push({ id, pause: 100 });
    pacer.hold(true);
    vi.advanceTimersByTime(1000);
    pacer.push({ id: 4, pause: 0 });
    expect(shown).toEqual([1]);
    expect(pacer.waiting).toBe(3);
    pacer.hold(false);
    expect(shown).toEqual([1, 2]);
    vi.advanceTimersByTime(200);
    expect(shown).toEqual([1, 2, 3, 4]);
  });
  test('skipping releases; dropping forgets', () => {
    for (const id of [1, 2]) pacer.push({ id, pause: 100 });
    pacer.hold(true);
    pacer.skip();
    expect(pacer.held).toBe(false);
    for (const id of [3, 4]) pacer.push({ id, pause: 100 });
    pacer.drop();
    vi.advanceTimersByTime(1000);
    expect(shown).toEqual([1, 2, 3]);
    expect(pacer.waiting).toBe(0);
  });
});
