/** Letters and digits for what the panels show as buttons. */
import type { Session } from './session.svelte';

export function onKey(event: KeyboardEvent, session: Session): void {
  const target = event.target as HTMLElement;
  if (target.closest('input, textarea, select, dialog') || event.ctrlKey || event.metaKey || event.altKey) return;
  const table = session.table;
  if (event.key === 'Escape') {
    if (session.notice || session.hint || session.picks.length) session.dismiss();
    else session.skip();
    return;
  }
  if (!session.myTurn || session.covered || !table) return;
  const draft = table.draft;
  const verb = table.decision.verbs.filter((id) => session.info?.verbs.includes(id))[Number(event.key) - 1];
  if (verb && !draft?.complete) session.choices.length === 0 || session.pick('verb', verb) || session.whyVerb(verb);
  else if (event.key === 'Enter' && !target.closest('button, a, summary, [role=button], [role=tab]')) {
    if (session.decided) void session.confirm();
    else if (draft?.may_end) void session.end();
  } else if (event.key === 'u' && draft?.may_undo) void session.undo(1);
  else if (event.key === 'U' && draft?.may_undo) void session.undo('all');
  else if (event.key === 'e' && draft?.may_end) void session.end();
  else if (event.key === 'c' && session.decided) void session.confirm();
  else if (event.key === 'h') void session.askHint();
}
