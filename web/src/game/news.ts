/** What the cards about rivals are given, over the map or beside it. */
import type { RulesetInfo, SeatReach, Table } from '../lib/wire';
import type { Playback } from './playback.svelte';
import type { Recap } from './since';

export interface NewsProps {
  info: RulesetInfo;
  table: Table;
  playback: Playback;
  recaps: Recap[];
  /** What the seat reaches that the player points at. */
  reach: SeatReach | null;
  /** Shows only who has moved until it is unfolded: on the map it would cover towns. */
  folded: boolean;
  point: (ids: readonly string[]) => void;
  close: () => void;
}
