/** Where the tip of a thing on the map is shown. */
export interface Tip {
  text: string[];
  x: number;
  y: number;
  above: boolean;
}

/** Half the width of a tip, and the room one needs above its thing. */
const HALF = 140;
const HIGHEST = 130;

/** A tip beside a thing, inside the map's frame. */
export function tipAt(target: Element, frame: Element, text: string[]): Tip {
  const box = target.getBoundingClientRect();
  const home = frame.getBoundingClientRect();
  const above = box.top - home.top > HIGHEST;
  const x = Math.min(Math.max(box.left + box.width / 2 - home.left, HALF), home.width - HALF);
  return { text, x, y: (above ? box.top : box.bottom) - home.top, above };
}
