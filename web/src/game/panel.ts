import type { RulesetInfo, Table } from '../lib/wire';
import type { Controls } from './controls';
import type { Notices } from './notices.svelte';
import type { Playback } from './playback.svelte';
import type { Selection } from './selection.svelte';

/** What the panel that says what to do now is given, on a wide screen and on a phone. */
export interface PanelProps {
  info: RulesetInfo;
  /** The newest table. */
  table: Table;
  playback: Playback;
  selection: Selection;
  notices: Notices;
  controls: Controls;
  busy: boolean;
  /** No hints are given, as in a puzzle or against other people. */
  unaided?: boolean;
  /** What the button that ends the turn says, if not that. */
  ends?: string | undefined;
  /** Points at things on the map, by their ids. */
  point: (ids: readonly string[]) => void;
}

/** Whether the player is to act and the choices are still on their way. */
export function awaitsChoices({ draft }: Table, playback: Playback, { choices }: Selection): boolean {
  return playback.myTurn && !playback.covered && !draft?.complete && choices.length === 0;
}

/** Whether the options of a phone stand in place of the actions: those that the map and the hand do not show. */
export function listsOptions({ picks, open }: Selection): boolean {
  return picks.length > 0 && open !== null && !['slot', 'line', 'card', 'verb'].includes(open);
}
