import { beforeEach, expect, test, vi } from 'vitest';
import { forgetHeld, hasHeld, keepHeld } from '../src/lib/heldSeats';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test('a browser remembers the games in which it held a seat, the newest of them', () => {
  expect(hasHeld('g')).toBe(false);
  keepHeld('g');
  keepHeld('g');
  expect(hasHeld('g')).toBe(true);
  for (let n = 0; n < 200; n++) keepHeld(`g${n}`);
  expect(hasHeld('g')).toBe(false);
  expect(hasHeld('g0')).toBe(true);
  forgetHeld();
  expect(hasHeld('g0')).toBe(false);
});

test('what it cannot read it has not held', () => {
  localStorage.setItem('grand-junction-held', '{"g": 1');
  expect(hasHeld('g')).toBe(false);
  vi.stubGlobal('localStorage', undefined);
  keepHeld('g');
  expect(hasHeld('g')).toBe(false);
});
