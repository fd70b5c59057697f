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

test('a gap that no place of the grid fits into is found too', () => {
  const wall = (x: number, width: number): { x: number; y: number; width: number; height: number } => ({
    x,
    y: 0,
    width,
    height: 500,
  });
  const spot = clearSpot({ width: 700, height: 500 }, { width: 184, height: 98 }, [wall(0, 313), wall(500, 200)]);
  expect(spot.x).toBeGreaterThanOrEqual(313);
  expect(spot.x + 184).toBeLessThanOrEqual(500);
});
