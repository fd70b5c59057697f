import { expect, test } from 'vitest';
import { clearSpot } from '../src/map/clearing';

const room = { width: 800, height: 600 };
const card = { width: 180, height: 90 };

test('on an empty map a card lies at the top left', () => {
  expect(clearSpot(room, card, [])).toEqual({ x: 6, y: 6 });
});

test('a card covers nothing where there is room for it', () => {
  const spot = clearSpot(room, card, [
    { x: 0, y: 0, width: 800, height: 400 },
    { x: 0, y: 400, width: 590, height: 200 },
  ]);
  expect(spot.x).toBeGreaterThanOrEqual(590);
  expect(spot.y).toBeGreaterThanOrEqual(400);
});

test('without room for it, it covers as little as it can', () => {
  const spot = clearSpot(room, card, [
    { x: 0, y: 0, width: 800, height: 300 },
    { x: 0, y: 330, width: 800, height: 270 },
    { x: 0, y: 300, width: 400, height: 30 },
  ]);
  expect(spot.x).toBeGreaterThanOrEqual(400);
});
