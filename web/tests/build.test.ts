import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Renewal } from '../src/lib/build';

let kept: Map<string, string>;
let writing: boolean;
let reloads: number;

function page(own: string): Renewal {
  const memory = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  return new Renewal(
    own,
    memory,
    () => writing,
    () => reloads++,
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  kept = new Map();
  writing = false;
  reloads = 0;
});
afterEach(() => vi.useRealTimers());

test('a page of the same build stays', () => {
  page('a').hear('a');
  page('a').hear(null);
  page('').hear('b'); // in development
  expect(reloads).toBe(0);
});

test('a page of another build loads itself anew, once', () => {
  const old = page('a');
  old.hear('b');
  old.hear('b');
  expect(reloads).toBe(1);
  page('a').hear('b'); // a cache in between gave the old page again
  expect(reloads).toBe(1);
  page('a').hear('c');
  expect(reloads).toBe(2);
});

test('nothing that is being written is lost', () => {
  writing = true;
  page('a').hear('b');
  vi.advanceTimersByTime(60_000);
  expect(reloads).toBe(0);
  writing = false;
  vi.advanceTimersByTime(3_000);
  expect(reloads).toBe(1);
});
