/** Where a place lies on its board, for the picture on a card. */
import type { RulesetInfo } from '../lib/wire';
import { boardData, type Point } from './geometry';

/** The parts of a map, each with its own colour. */
export type Part = 'northwest' | 'northeast' | 'southwest' | 'southeast' | 'middle';

export interface Locator {
  width: number;
  height: number;
  sea: string;
  rivers: string[];
  /** All places of the board. */
  places: Point[];
  at: Point;
  part: Part;
}

/** The share of the width and height around the centre that counts as the middle. */
const MIDDLE = 0.17;

export function partOf({ x, y }: Point, width: number, height: number): Part {
  const [across, down] = [x / width - 0.5, y / height - 0.5];
  if (Math.hypot(across, down) < MIDDLE) return 'middle';
  return `${down < 0 ? 'north' : 'south'}${across < 0 ? 'west' : 'east'}`;
}

/** Returns where a place lies; null for a card that names none. */
export function locate(info: RulesetInfo, place: string): Locator | null {
  const board = boardData(info);
  const at = board.places[place];
  if (!at) return null;
  const { width, height, rivers } = board;
  return {
    width,
    height,
    sea: board.sea ?? '',
    rivers,
    places: Object.values(board.places),
    at,
    part: partOf(at, width, height),
  };
}
