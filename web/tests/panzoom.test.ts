import { beforeEach, describe, expect, test } from 'vitest';
import { PanZoom } from '../src/map/panzoom.svelte';

const press = (x: number, y: number, pointerId = 1) =>
  ({
    clientX: x,
    clientY: y,
    pointerId,
    currentTarget: { getBoundingClientRect: () => ({ left: 0, top: 0 }) },
  }) as unknown as PointerEvent;

function drag(view: PanZoom, dx: number, dy: number): void {
  view.down(press(200, 200));
  view.move(press(200 + dx, 200 + dy));
  view.up(press(200 + dx, 200 + dy));
}
const at = ({ x, y, k }: PanZoom) => [x, y, k].map((n) => Math.round(n * 1000) / 1000);

describe('the map of a phone', () => {
  let view: PanZoom;
  beforeEach(() => {
    view = new PanZoom();
    [view.width, view.height] = [390, 743];
    view.refit(1400, 1070, true, 228);
    view.covered(228);
  });

  test('fills what the sheet leaves free', () => {
    expect(view.y).toBeCloseTo(0);
    expect(view.k * 1070).toBeCloseTo(743 - 228);
  });

  test('comes back to where it was before something was uncovered', () => {
    drag(view, -60, -20);
    const before = at(view);
    view.covered(523);
    view.uncover(500, 900);
    expect(view.y + 900 * view.k).toBeLessThanOrEqual(743 - 523 - 69);
    view.comeBack();
    view.covered(228);
    expect(at(view)).toEqual(before);
  });

  test('stands as near to its place as the sheet allows, however the sheet moved before', () => {
    const before = at(view);
    view.covered(523);
    view.uncover(700, 500);
    view.covered(228);
    view.uncover(700, 500); // nothing covers it any more
    expect(at(view)).toEqual(before);
  });

  test('shows the nearest of several points, and stands still if one is in sight', () => {
    const before = at(view);
    view.uncoverOne([
      { x: 700, y: 300 },
      { x: 20, y: 500 },
    ]);
    expect(at(view)).toEqual(before);
    view.uncoverOne([
      { x: 20, y: 500 },
      { x: 1380, y: 20 },
    ]);
    expect(view.x + 20 * view.k).toBeGreaterThan(0);
    expect(view.y).toBe(before[1]);
    view.comeBack();
    expect(at(view)).toEqual(before);
  });

  test('stays where the player moves it while something is uncovered', () => {
    view.covered(523);
    view.uncover(500, 900);
    drag(view, 30, 30);
    const moved = at(view);
    view.comeBack();
    expect(at(view)).toEqual(moved);
  });

  test('keeps its middle when the window changes after the player has moved it', () => {
    drag(view, -60, -20);
    const [x, , k] = at(view);
    view.height = 690; // the browser shows its bar
    view.refit(1400, 1070, true, 228);
    expect(at(view)[0]).toBe(x);
    expect(at(view)[2]).toBe(k);
  });

  test('cannot be moved out of the frame', () => {
    for (let n = 0; n < 20; n++) drag(view, 150, 150);
    expect(view.x).toBeLessThanOrEqual(48);
    expect(view.y).toBeLessThanOrEqual(48);
    for (let n = 0; n < 20; n++) drag(view, -190, -190);
    expect(view.x + 1400 * view.k).toBeGreaterThanOrEqual(390 - 48);
    expect(view.y + 1070 * view.k).toBeGreaterThanOrEqual(743 - 228 - 48);
  });

  test('tells while two fingers pinch it', () => {
    view.down(press(100, 300, 1));
    view.down(press(200, 300, 2));
    view.move(press(250, 300, 2));
    expect(view.moving).toBe(true);
    view.up(press(100, 300, 1));
    view.up(press(250, 300, 2));
    expect(view.moving).toBe(false);
  });
});
