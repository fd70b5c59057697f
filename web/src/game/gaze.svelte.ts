/** What the player of a page with a board looks at: the layout of the window, a player, a mat, things pointed at. */
import type { Seat } from '../lib/wire';
import { SIZES, settings } from '../lib/settings.svelte';
import { screenOf } from './screen';

/** What a sheet over the table shows. */
export type Subject = 'mats' | 'cards' | 'score';

export class Gaze {
  /** The window's size, bound by the page. */
  width = $state(innerWidth);
  tall = $state(innerHeight);
  screen = $derived(screenOf(this.width, this.tall, SIZES[settings.size] / 100));
  phone = $derived(this.screen === 'phone');
  side = $derived(this.screen === 'side');
  wide = $derived(this.screen === 'wide');
  /** A panel stands beside or below the map, and no column of players. */
  beside = $derived(this.screen === 'desk' || this.screen === 'upright');
  matBelow = $derived(this.wide || this.screen === 'desk');
  /** On its side a phone can hide the panel, so that the board has the whole screen. */
  folded = $state(false);
  /** The player whose mat and hand are shown, if not the usual one. */
  looked = $state<Seat | null>(null);
  /** What lies over the page: mats, cards or the score. */
  overview = $state<{ subject: Subject; seat: Seat } | null>(null);
  /** Ids to highlight while the player points at a log line, a price or an option. */
  pointed = $state.raw<ReadonlySet<string>>(new Set());

  readonly point = (ids: readonly string[]): void => {
    this.pointed = new Set(ids);
  };

  /** Looks at a player, or away from them again. */
  look(seat: Seat): void {
    this.looked = this.looked === seat ? null : seat;
  }

  show(subject: Subject, seat: Seat | null): void {
    if (seat) this.overview = { subject, seat };
  }
}
