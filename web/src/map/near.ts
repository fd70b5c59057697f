/** Finds what a finger meant: it is wider than a link on a small map. */

/** How far from a thing a finger may come down, in pixels of the screen. */
const REACH = 20;
/** A finger between two things means neither, unless one is nearer by this much. */
const CLEARLY = 6;

/** How far a point is from the body of a thing: from the middle of a link, where its marker is, or from a space. */
function distance(thing: SVGGraphicsElement, x: number, y: number): number {
  if (thing.dataset['thing']?.startsWith('line:')) {
    const mark = new DOMPoint(Number(thing.dataset['x']), Number(thing.dataset['y']));
    const at = mark.matrixTransform(thing.getScreenCTM() ?? undefined);
    return Math.hypot(x - at.x, y - at.y);
  }
  const box = thing.getBoundingClientRect();
  return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}

/** The lit thing nearest to a point of the screen; null if none is near, or two are. */
export function litNear(frame: Element, x: number, y: number): SVGElement | null {
  const [first, second] = [...frame.querySelectorAll<SVGGraphicsElement>('.lit [data-thing]')]
    .map((thing) => ({ thing, far: distance(thing, x, y) }))
    .sort((a, b) => a.far - b.far);
  if (!first || first.far > REACH) return null;
  return second && second.far - first.far < CLEARLY ? null : first.thing;
}

/** The lit thing nearest to where a finger came down beside all that is lit; null if none is near, or two are. */
export function meant(frame: Element, target: Element, x: number, y: number): SVGElement | null {
  const hit = target.closest('[data-thing]');
  // A space that is not lit says why not.
  if (hit && (hit.closest('.lit, .also, .chosen') || !hit.matches('[data-thing^="line:"]'))) return null;
  return litNear(frame, x, y);
}
