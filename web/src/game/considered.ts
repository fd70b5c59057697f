/** The move that the player seems to think of: decided on, the only one left, or the one of what is pointed at. */
import type { Choice } from '../lib/wire';
import type { Thing } from '../map/lights';
import { narrow } from './narrow';
import type { Selection } from './selection.svelte';

export function considered(
  selection: Pick<Selection, 'decided' | 'offer' | 'reachable' | 'picks'>,
  hovered: Thing | null,
): Choice | null {
  const settled = selection.decided?.choice ?? selection.offer;
  if (settled) return settled;
  if (hovered?.kind !== 'slot' && hovered?.kind !== 'line') return null;
  const bound = selection.picks.filter(({ part }) => part !== 'slot' && part !== 'line');
  const there = narrow(selection.reachable, [...bound, { part: hovered.kind, value: hovered.id }]);
  const [first] = there;
  // Several tiles could be built there: the player has not said which.
  if (!first || there.some((one) => one.verb !== first.verb || one.tile !== first.tile)) return null;
  return there.reduce((best, one) => (one.pounds < best.pounds ? one : best));
}
