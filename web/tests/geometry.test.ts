import { describe, expect, test } from 'vitest';
import { fit } from '../src/map/fit';
import { inside, layout, marketHeight, type Box, type Layout } from '../src/map/geometry';
import { printed } from './board';

const MARK = 13; // half the width of a marker laid along its line
const LENGTH = 23; // and half its length

function touch(a: Box, b: Box, margin: number): boolean {
  return a.x < b.x + b.w + margin && b.x < a.x + a.w + margin && a.y < b.y + b.h + margin && b.y < a.y + a.h + margin;
}

function boxes(board: Layout): (Box & { id: string })[] {
  const game = printed(board.sea ? 'lancashire' : 'birmingham');
  return [
    ...board.plates,
    ...board.markets.map((market) => ({
      id: `market ${market.resource}`,
      x: market.x,
      y: market.y,
      w: 132,
      h: marketHeight(game.markets.find((item) => item.resource === market.resource)!.prices.length),
    })),
    ...(board.demand ? [{ id: 'demand', ...board.demand, w: 132, h: 250 }] : []),
  ];
}

const TURNS = [0, 90, 180, 270];
const MAPS = ['birmingham', 'lancashire'].flatMap((game) => TURNS.map((turn) => [game, turn] as const));

describe.each(MAPS)('the map of %s, turned by %i degrees', (game, turn) => {
  const board = layout(printed(game), turn);
  const all = boxes(board);

  test('plates and markets stand apart and on the sheet', () => {
    const wrong: string[] = [];
    all.forEach((a, n) => {
      for (const b of all.slice(n + 1)) if (touch(a, b, 8)) wrong.push(`${a.id} touches ${b.id}`);
      if (a.x < 16 || a.y < 16 || a.x + a.w > board.width - 16 || a.y + a.h > board.height - 16)
        wrong.push(`${a.id} off the sheet`);
    });
    const { ground } = board;
    for (const { id, x, w } of board.plates)
      if (x < ground.x + 4 || x + w > ground.x + ground.w - 4) wrong.push(`${id} off the ground`);
    expect(wrong).toEqual([]);
  });

  test('lines keep clear of other places', () => {
    const wrong: string[] = [];
    for (const curve of board.curves) {
      for (const box of all) {
        if (curve.ends.includes(box.id)) continue;
        if (curve.seen.some((point) => inside(point, box, 6))) wrong.push(`${curve.id} runs into ${box.id}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('there is room for a link on every line', () => {
    const wrong: string[] = [];
    const marks = board.curves.map((curve) => {
      const turn = (curve.mark.angle * Math.PI) / 180;
      const at = (along: number) => ({
        x: curve.mark.x + Math.cos(turn) * along,
        y: curve.mark.y + Math.sin(turn) * along,
      });
      return { id: curve.id, points: [-LENGTH + MARK, 0, LENGTH - MARK].map(at) };
    });
    marks.forEach((mark, n) => {
      for (const box of all) {
        const end = board.curves[n]!.ends.includes(box.id);
        if (mark.points.some((point) => inside(point, box, end ? MARK - 3 : MARK + 1)))
          wrong.push(`${mark.id} lies on ${box.id}`);
      }
      for (const other of marks.slice(n + 1)) {
        const near = mark.points.some((a) => other.points.some((b) => Math.hypot(a.x - b.x, a.y - b.y) < 2 * MARK + 2));
        if (near) wrong.push(`${mark.id} lies on ${other.id}`);
      }
    });
    expect(wrong).toEqual([]);
  });

  test('every space has its spot, in reading order', () => {
    for (const plate of board.plates) {
      const order = [...plate.slots].sort((a, b) => a.y - b.y || a.x - b.x).map((spot) => spot.id);
      expect(order).toEqual(plate.slots.map((spot) => spot.id));
    }
  });
});

interface Words {
  places: Record<string, string>;
  plates: Record<string, string>;
}
const LANGUAGES = import.meta.glob<Words>('../../src/grandjunction/words/*.toml', { eager: true, import: 'default' });

test.each(Object.entries(LANGUAGES))('%s: farms are named on the map in legible type', (_file, words) => {
  const farms = layout(printed('birmingham')).plates.filter((plate) => plate.kind === 'farm');
  expect(farms.map((farm) => farm.id).sort()).toEqual(Object.keys(words.plates).sort());
  for (const farm of farms) {
    const name = words.plates[farm.id]!;
    expect(fit(name, 16, farm.w - 8), name).toBeGreaterThan(12);
    // The name is a short form of the whole one.
    const whole = words.places[farm.id]!.toLowerCase();
    for (const word of name.toLowerCase().split(' ')) expect(whole).toContain(word.slice(0, 5));
  }
});
