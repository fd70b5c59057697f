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
/** Between the card and what it just does not cover. */
const GAP = 1;

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

/** The positions along one side of a room at which a card lies on the grid. */
function gridded(room: number, card: number): number[] {
  const last = room - card - MARGIN;
  return Array.from({ length: Math.max(0, Math.floor((last - MARGIN) / STEP) + 1) }, (_, n) => MARGIN + n * STEP);
}

/** The positions at which a card just touches one of these spans, or the room's far edge. */
function touching(room: number, card: number, spans: readonly { from: number; to: number }[]): number[] {
  const ends = spans.flatMap(({ from, to }) => [to + GAP, from - card - GAP]);
  return [...ends, room - card - GAP].filter((at) => at >= GAP && at + card + GAP <= room);
}

/**
 * The place in a room where a card covers least of what stands there; of several, the one nearest the top left. If the
 * grid has no free place, the narrow ones between two things are tried.
 */
export function clearSpot(
  room: Pick<Box, 'width' | 'height'>,
  card: Pick<Box, 'width' | 'height'>,
  taken: readonly Box[],
): { x: number; y: number } {
  let best = { x: MARGIN, y: MARGIN };
  let least = Infinity;
  const seek = (across: readonly number[], down: readonly number[]): void => {
    for (const x of across) {
      for (const y of down) {
        const here = covered(x, y, card.width, card.height, taken, least);
        if (here < least) [best, least] = [{ x, y }, here];
      }
    }
  };
  const across = gridded(room.width, card.width);
  const down = gridded(room.height, card.height);
  seek(across, down);
  if (least < 1) return best;
  const columns = taken.map(({ x, width }) => ({ from: x, to: x + width }));
  const rows = taken.map(({ y, height }) => ({ from: y, to: y + height }));
  seek(touching(room.width, card.width, columns), [...down, ...touching(room.height, card.height, rows)]);
  return best;
}
