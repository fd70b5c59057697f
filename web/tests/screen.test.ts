import { expect, test } from 'vitest';
import { screenOf } from '../src/game/screen';

test.each([
  [1440, 900, 'wide'],
  [1366, 768, 'wide'],
  [1024, 768, 'desk'],
  [768, 1024, 'upright'],
  [390, 844, 'phone'],
  [844, 390, 'side'],
  [683, 384, 'side'], // 1366×768 at 200 %
  [960, 540, 'side'], // 1920×1080 at 200 %
  [1366, 600, 'wide'],
])('%i×%i is %s', (width, height, screen) => {
  expect(screenOf(width, height)).toBe(screen);
});

test('larger text takes room, smaller text gives none', () => {
  expect(screenOf(1180, 820, 1.2)).toBe('desk');
  expect(screenOf(1024, 768, 0.9)).toBe('desk');
  expect(screenOf(768, 1024, 1.2)).toBe('upright');
});
