/** Where a card can lie on the map without covering what is to be read there. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Coarse enough that finding the place takes about a millisecond: it is sought at every move. */
const STEP = 20;
const MARGIN = 6;

/** How much of the boxes a card at a place covers; it may stop counting at ``enough``. */
function covered(x: number, y: number, width: number, height: number, taken: readonly Box[], enough: number): number {
  let sum = (x + y) / 1e6;
  for (const box of taken) {
    const across = Math.min(x + width, box.x + box.width) - Math.max(x, box.x);
    if (across <= 0) continue;
    const down = Math.min(y + height, box.y + box.height) - Math.max(y, box.y);
    if (down > 0) sum += across * down;
    if (sum >= enough) return sum;
  }
  return sum;
}

/** The place in a room where a card covers least of what stands there; of several, the one nearest the top left. */
export function clearSpot(
  room: Pick<Box, 'width' | 'height'>,
  card: Pick<Box, 'width' | 'height'>,
  taken: readonly Box[],
): { x: number; y: number } {
  let best = { x: MARGIN, y: MARGIN };
  let least = Infinity;
  for (let x = MARGIN; x + card.width + MARGIN <= room.width; x += STEP) {
    for (let y = MARGIN; y + card.height + MARGIN <= room.height; y += STEP) {
      const here = covered(x, y, card.width, card.height, taken, least);
      if (here < least) [best, least] = [{ x, y }, here];
    }
  }
  return best;
}
