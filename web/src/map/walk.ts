/** Walks over the map by arrow keys. */
import type { Point } from './geometry';

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function place(thing: SVGElement): Point {
  return { x: Number(thing.dataset['x']), y: Number(thing.dataset['y']) };
}

/**
 * Moves the focus to the nearest thing in the direction of an arrow key; false for any other key. Once an action is
 * begun, things that can be chosen come first.
 */
export function walk(key: string, frame: Element, middle: Point): boolean {
  const step = STEPS[key];
  if (!step) return false;
  const things = [...frame.querySelectorAll<SVGElement>('[data-thing]')];
  const lit = frame.querySelector('svg.calm') ? [] : things.filter((thing) => thing.closest('.lit, .also, .chosen'));
  (nearest(step, lit, middle) ?? nearest(step, things, middle))?.focus();
  return true;
}

function nearest([dx, dy]: readonly [number, number], things: readonly SVGElement[], middle: Point): SVGElement | null {
  const here = document.activeElement?.closest<SVGElement>('[data-thing]');
  const at = here ? place(here) : middle;
  let best: SVGElement | null = null;
  let least = Infinity;
  for (const thing of things) {
    if (thing === here) continue;
    const to = place(thing);
    const along = (to.x - at.x) * dx + (to.y - at.y) * dy;
    const across = Math.abs((to.x - at.x) * dy) + Math.abs((to.y - at.y) * dx);
    if (along <= 2 || across > along * 2) continue;
    const cost = along + across * 1.5;
    if (cost < least) [best, least] = [thing, cost];
  }
  return best;
}
