/** Keyboard shortcuts for the buttons of the panels. */
import { shownVerbs } from './actions';
import { isOwn } from './controls';
import type { Sitting } from './sit';

/** Ctrl+Z takes a unit back; Ctrl+Y or Ctrl+Shift+Z does it again. */
function takeBack(event: KeyboardEvent, { playback, controls }: Sitting): void {
  const key = event.key.toLowerCase();
  const again = key === 'y' || (key === 'z' && event.shiftKey);
  if ((!again && key !== 'z') || !playback.myTurn || playback.covered) return;
  event.preventDefault();
  if (again) void controls.redo();
  else if (playback.table?.draft?.may_undo) void controls.undo(1);
}

export function onKey(event: KeyboardEvent, parts: Sitting): void {
  const { connection, playback, selection, notices, controls } = parts;
  const target = event.target as HTMLElement;
  if (target.closest('input, textarea, select, dialog') || event.altKey) return;
  // Who has just chosen the chat or the notes means to write.
  if (target.closest('[role=tablist], [role=tabpanel]') && event.key.length === 1 && !event.ctrlKey) return;
  if (event.ctrlKey || event.metaKey) return takeBack(event, parts);
  if (event.key === 'Escape') {
    if (notices.notice || notices.hint || selection.picks.length) controls.dismiss();
    else playback.skip();
    return;
  }
  const { table } = playback;
  if (!playback.myTurn || playback.covered || !table) return;
  const { draft } = table;
  const verb = connection.info ? shownVerbs(connection.info, table)[Number(event.key) - 1] : undefined;
  if (verb && !draft?.complete) controls.touchVerb(verb);
  else if (event.key === 'Enter' && !target.closest('button, a, summary, [role=button], [role=tab]')) {
    if (selection.decided) void controls.confirm();
    else if (draft?.may_end) void controls.end();
  } else if (event.key === 'u' && draft?.may_undo) void controls.undo(1);
  else if (event.key === 'U' && draft?.may_undo) void controls.undo('all');
  else if (event.key === 'e' && draft?.may_end) void controls.end();
  else if (event.key === 'c' && selection.decided) void controls.confirm();
  else if (event.key === 'h' && isOwn(table)) void notices.askHint();
}
