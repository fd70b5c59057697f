/** Where the words of a chart stand, so that none lies over another. */

/**
 * Heights for labels that want to stand at these, sorted from the top: each at least `apart` below the one before it,
 * and none below `lowest`, unless there are too many of them.
 */
export function spread(wanted: readonly number[], apart: number, lowest: number): number[] {
  const placed: number[] = [];
  for (const at of wanted) placed.push(Math.max(at, (placed.at(-1) ?? -Infinity) + apart));
  let below = lowest + apart;
  for (let n = placed.length - 1; n >= 0; n--) {
    placed[n] = Math.min(placed[n]!, below - apart);
    below = placed[n]!;
  }
  return placed;
}

/** The values marked beside a chart: its least and most, zero, and half of the most, where they do not touch. */
export function ticks(least: number, most: number): number[] {
  const apart = (most - least) / 10;
  const marks: number[] = [];
  for (const mark of [0, most, Math.round(most / 2), least]) {
    if (marks.every((other) => Math.abs(other - mark) >= apart)) marks.push(mark);
  }
  return marks;
}
