/** The actions that are shown as buttons. */
import type { RulesetInfo, Table } from '../lib/wire';

/** The verbs of the open decision, and those of the next action while this one could go on. */
export function shownVerbs(info: RulesetInfo, { decision, actions_left }: Table): string[] {
  const now: string[] = decision.verbs.filter((verb) => info.verbs.includes(verb));
  if (!mayBeginAnother({ decision, actions_left })) return now;
  return [...now, ...info.actions.filter((verb) => !now.includes(verb) && !WHOLE_TURN.has(verb))];
}

/** Verbs that take all actions of a turn, so that none of them can follow another action. */
const WHOLE_TURN: ReadonlySet<string> = new Set(['build_anywhere']);

/** Whether an action could go on, and another could begin instead. */
export function mayBeginAnother(table: Pick<Table, 'decision' | 'actions_left'> | null): boolean {
  return table?.decision.name === 'more' && table.actions_left >= 2;
}

/** Whether a verb begins another action, so that the one that could go on ends. */
export function endsAction({ decision }: Table, verb: string): boolean {
  return decision.name === 'more' && !(decision.verbs as string[]).includes(verb);
}
