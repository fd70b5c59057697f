/** Splits news into the single moves it tells of, so that each can be looked at. */
import type { LogLine } from '../lib/wire';

/** Whether a line tells of a player's move that is counted. To stop an action is none: nothing happens by it. */
export function isCounted({ seat, move }: Pick<LogLine, 'seat' | 'move'>): boolean {
  return seat !== null && move !== 'stop';
}

/** Returns the log move by move. What nature does belongs to the move before it, as does the end of an action. */
export function moveByMove(log: readonly LogLine[]): LogLine[][] {
  const moves: LogLine[][] = [];
  for (const line of log) {
    const last = moves.at(-1);
    if (!last || (isCounted(line) && last.some(isCounted))) moves.push([line]);
    else last.push(line);
  }
  return moves;
}
