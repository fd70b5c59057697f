/** A card that is dragged out of the hand: where it is, and what it is dropped on. */
import type { Thing, ThingKind } from '../map/lights';
import { litNear } from '../map/near';

/** A press that moves less than this, in pixels, is a click. */
const SLIP = 8;

/** A card and its place in the hand, which may hold several of a kind. */
interface Card {
  id: string;
  at: number;
}
interface Held {
  card: Card;
  /** Where in the card it was taken. */
  grip: { x: number; y: number };
  from: { x: number; y: number };
}

/** The thing of the map at a point of the screen, or the lit one just beside it. */
function thingAt(x: number, y: number): Thing | null {
  const under = document.elementFromPoint(x, y);
  const frame = under?.closest('.frame');
  if (!under || !frame) return null;
  const found = under.closest<SVGElement>('[data-thing]') ?? litNear(frame, x, y);
  const [kind, id] = found?.dataset['thing']?.split(/:(.*)/, 2) ?? [];
  return kind && id ? { kind: kind as ThingKind, id } : null;
}

export class Carry {
  private held: Held | null = null;
  /** The card that is carried, and where its upper left corner is; null while none has left the hand. */
  now = $state.raw<{ card: Card; x: number; y: number } | null>(null);
  /** A card has been carried in the press that is ending, so that is no click. */
  moved = false;

  constructor(
    /** Called when a card leaves the hand; false if it cannot be played. */
    private readonly take: (card: Card) => boolean,
    private readonly drop: (thing: Thing) => void,
  ) {}

  press(card: Card, event: PointerEvent): void {
    this.moved = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const face = event.currentTarget as Element;
    // Where a finger scrolls in every direction it carries nothing.
    if (event.pointerType === 'touch' && getComputedStyle(face).touchAction === 'auto') return;
    const { left, top } = face.getBoundingClientRect();
    const from = { x: event.clientX, y: event.clientY };
    this.held = { card, from, grip: { x: from.x - left, y: from.y - top } };
  }

  readonly move = (event: PointerEvent): void => {
    const { held } = this;
    if (!held || !event.isPrimary) return;
    if (event.buttons === 0) return this.cancel(); // it was let go outside of the window
    if (!this.now) {
      const [dx, dy] = [event.clientX - held.from.x, event.clientY - held.from.y].map(Math.abs) as [number, number];
      if (Math.hypot(dx, dy) < SLIP) return;
      if (event.pointerType === 'touch' && dx > dy) return this.cancel(); // it scrolls the row
      this.moved = true;
      if (!this.take(held.card)) return this.cancel();
    }
    this.now = { card: held.card, x: event.clientX - held.grip.x, y: event.clientY - held.grip.y };
  };

  readonly release = (event: PointerEvent): void => {
    if (!event.isPrimary) return;
    const thing = this.now && thingAt(event.clientX, event.clientY);
    // The press has given the focus to the card it began on: a key pressed next would ring that.
    if (this.now && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.cancel();
    if (thing) this.drop(thing);
  };

  readonly cancel = (): void => {
    this.held = null;
    this.now = null;
  };
}
