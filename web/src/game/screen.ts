/**
 * How the game page is laid out, by the size of the window:
 * - phone: the map, and a sheet over it
 * - side: a phone on its side, or a small window: the map at full height, everything else beside it or over it
 * - upright: the map at full width, everything else below it
 * - desk: the map with the panel beside it, hand and mat below both
 * - wide: the same with a column of players
 */
export type Screen = 'phone' | 'side' | 'upright' | 'desk' | 'wide';

/** Larger text takes as much room as if the window were smaller. */
export function screenOf(across: number, down: number, text = 1): Screen {
  const [width, height] = [across / Math.max(text, 1), down / Math.max(text, 1)];
  if (width > height && (height < 480 || (height < 620 && width < 1100))) return 'side';
  if (across < 700) return 'phone';
  if (width >= 1100) return 'wide';
  return height > width ? 'upright' : 'desk';
}

/** About how many pixels of a phone's map the lowered sheet covers: two lines of prompt, the actions and the hand. */
export const PEEK = 290;
