/** Splits news into the single moves it tells of, so that each can be looked at. */
import type { LogLine, RulesetInfo } from '../lib/wire';

/** Whether a line tells of a player's move that can be looked at by itself. To stop an action is none: nothing happens by it. */
export function isCounted({ seat, move }: Pick<LogLine, 'seat' | 'move'>): boolean {
  return seat !== null && move !== 'stop';
}

/** The last thing that a player did before a ply. */
export function lastDone(log: readonly LogLine[], ply: number): LogLine | undefined {
  return log.filter((line) => isCounted(line) && line.ply < ply).at(-1);
}

/** The rest of an action that has begun. */
const REST: ReadonlySet<string> = new Set(['stop', 'pay', 'bonus', 'reveal']);

/** Whether a line begins an action, or is a decision outside of one. A unit that an action goes on with plays no card. */
export function beginsAction({ seat, move, events }: LogLine, { repeats }: Pick<RulesetInfo, 'repeats'>): boolean {
  if (seat === null) return false;
  const verb = move?.split(' ', 1)[0] ?? '';
  if (REST.has(verb)) return false;
  return !(repeats as string[]).includes(verb) || events.some(({ event }) => event === 'discarded');
}

export interface Numbered {
  n: number;
  /** The ply of the table after the whole action. */
  after: number;
}

/** Numbers the players' actions from 1, each at the ply of its first move: two tiles developed are one action. */
export function numbered(log: readonly LogLine[], info: Pick<RulesetInfo, 'repeats'>): Map<number, Numbered> {
  const numbers = new Map<number, Numbered>();
  let last: Numbered | undefined;
  for (const line of log) {
    if (beginsAction(line, info)) numbers.set(line.ply, (last = { n: numbers.size + 1, after: line.ply + 1 }));
    else if (line.seat !== null && last) last.after = line.ply + 1;
  }
  return numbers;
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
