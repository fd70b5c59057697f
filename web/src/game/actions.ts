/** The actions that are shown as buttons. */
import type { RulesetInfo, Table } from '../lib/wire';

/**
 * The actions, each in its place from the first of a turn to the last. Where something else is asked for, its verbs.
 * An action that could go on is left by beginning another, or by ending the turn: it needs no button for that.
 */
export function shownVerbs(info: RulesetInfo, table: Table): string[] {
  const { decision, draft } = table;
  const now: string[] = decision.verbs.filter((verb) => info.verbs.includes(verb));
  if (decision.name !== 'action' && decision.name !== 'more') return now;
  const leaves = draft?.may_end === true || mayBeginAnother(table);
  const others = now.filter((verb) => !(info.actions as string[]).includes(verb));
  return [...info.actions, ...others.filter((verb) => verb !== 'stop' || !leaves)];
}

/** Whether an action could go on, and another could begin instead. */
export function mayBeginAnother(table: Pick<Table, 'decision' | 'actions_left'> | null): boolean {
  return table?.decision.name === 'more' && table.actions_left >= 2;
}

/** Whether a verb begins another action, so that the one that could go on ends. */
export function endsAction({ decision }: Pick<Table, 'decision'>, verb: string): boolean {
  return decision.name === 'more' && !(decision.verbs as string[]).includes(verb);
}

/** Whether a verb can begin the next action while this one could go on. The analysis board has no draft that tells. */
export function mayFollow(table: Pick<Table, 'decision' | 'actions_left' | 'draft'>, verb: string): boolean {
  if (!endsAction(table, verb)) return false;
  return table.draft ? table.draft.follows.some((one) => one === verb) : mayBeginAnother(table);
}

/**
 * The columns in which buttons stand, by the letters of the longest word of each button: the letters of the longest
 * word of each column, with a margin. There are four columns, or three where long words would make the type small.
 */
export function columnsFor(letters: readonly number[], four: boolean): number[] {
  const among = (count: number, least: number, margin: number): number[] =>
    Array.from({ length: count }, (_, at) => Math.max(least, ...letters.filter((_, n) => n % count === at)) + margin);
  if (four) return among(4, 9, 1.5);
  const rows = among(4, 5, 2);
  return rows.reduce((sum, n) => sum + n) <= 40 ? rows : among(3, 5, 2);
}
