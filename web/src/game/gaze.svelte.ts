/** What the player of a page with a board looks at and points at, and what the board lights up for it. */
import { untrack } from 'svelte';
import type { Seat } from '../lib/wire';
import { SIZES, settings } from '../lib/settings.svelte';
import { DARK, type Lights, type Thing } from '../map/lights';
import { considered } from './considered';
import { lightsOf } from './lighting';
import { screenOf } from './screen';
import { idsOf } from './sentences';
import type { Sitting } from './sit';

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
  /** The seat whose network is shown: whose panel the pointer is over. */
  surveying = $state<Seat | null>(null);
  /** What the pointer is over on the board. */
  hovered = $state.raw<Thing | null>(null);
  /** What lies over the page: mats, cards or the score. */
  overview = $state<{ subject: Subject; seat: Seat } | null>(null);
  /** Ids to highlight while the player points at a log line, a price or an option. */
  pointed = $state.raw<ReadonlySet<string>>(new Set());

  /** Made while a page is, whose effects it has. */
  constructor(private readonly sitting: () => Sitting) {
    // When it is the player's turn again, and with all that they do in it, their own mat is shown again, and no network
    // that a tap has shown.
    $effect(() => {
      const { playback, selection } = this.sitting();
      void [playback.table?.stamp, selection.picks];
      if (playback.myTurn) untrack(() => this.lookAway());
    });
  }

  matSeat = $derived.by<Seat | null>(() => {
    const { shown } = this.sitting().playback;
    return this.looked ?? shown?.viewer ?? shown?.mine[0] ?? shown?.seats[0]?.seat ?? null;
  });
  /** Whether the player may act. Behind a curtain nothing shows it: it would tell the others what is in the hand. */
  private acts = $derived.by(() => {
    const { playback } = this.sitting();
    return playback.myTurn && !playback.covered;
  });
  lights = $derived.by<Lights>(() => {
    const { selection, notices } = this.sitting();
    const { hint } = notices;
    const pointed = hint && this.acts ? new Set([...this.pointed, ...idsOf(hint.effects)]) : this.pointed;
    return this.acts && selection.choices.length ? lightsOf(selection, pointed) : { ...DARK, pointed };
  });
  /** The move that the player thinks of. */
  choice = $derived.by(() => (this.acts ? considered(this.sitting().selection, this.hovered) : null));

  readonly point = (ids: readonly string[]): void => {
    this.pointed = new Set(ids);
  };

  /** Follows the pointer and the focus over the panels of the players. */
  readonly follow = (event: Event): void => {
    // A finger taps: what it points at would stay. See look.
    if (this.phone && !(event.type === 'focusin' && (event.target as Element).matches(':focus-visible'))) return;
    const panel = (event.target as Element).closest<HTMLElement>('[data-seat]');
    this.surveying = (panel?.dataset['seat'] as Seat | undefined) ?? null;
  };

  /** Looks at a player, or away from them again. */
  look(seat: Seat): void {
    this.looked = this.looked === seat ? null : seat;
    // A finger that taps the panel again has not left it.
    if (this.phone || !this.looked) this.surveying = this.looked;
  }

  /** Looks at the player's own things again. */
  lookAway(): void {
    this.looked = null;
    if (this.phone) this.surveying = null;
  }

  show(subject: Subject): void {
    if (this.matSeat) this.overview = { subject, seat: this.matSeat };
  }
}
