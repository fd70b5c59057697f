/** Splits news into the single moves it tells of, so that each can be looked at. */
import type { LogLine } from '../lib/wire';

/** Returns the log move by move. What nature does belongs to the move before it. */
export function moveByMove(log: readonly LogLine[]): LogLine[][] {
  const moves: LogLine[][] = [];
  for (const line of log) {
    const last = moves.at(-1);
    if (!last || (line.seat !== null && last.some((one) => one.seat !== null))) moves.push([line]);
    else last.push(line);
  }
  return moves;
}
