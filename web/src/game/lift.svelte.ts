/** How high a phone's sheet stands. It rises when there is a price to read, and sinks when the map is to be tapped. */
import type { Selection } from './selection.svelte';

export class Lift {
  /** 0 shows its head and the hand, 1 the action too, 2 everything. */
  level = $state(0);
  /** It rose by itself, not by the hand that plays. */
  private lifted = false;
  /** It shows somebody who is looked at. */
  private looks = false;

  /** Rises for as long as something in it is spoken of. */
  show(spoken: boolean): void {
    if (spoken && this.level === 0) {
      this.level = 1;
      this.lifted = true;
    } else if (!spoken && this.lifted) this.sink();
  }

  /** Rises while the player looks at somebody's mat, and sinks again. */
  look(looks: boolean): void {
    if (looks) this.level = Math.max(this.level, 1);
    else if (this.level === 1) this.level = 0;
    this.lifted = false;
    this.looks = looks;
  }

  private sink(): void {
    this.lifted = false;
    if (this.level === 1) this.level = 0;
  }

  follow({ decided, picks, open }: Pick<Selection, 'decided' | 'picks' | 'open'>, phone: boolean): void {
    if (this.looks && picks.length > 0) this.look(false);
    // A tile to develop is picked on the mat.
    const developing = open === 'industry' && picks.some(({ value }) => value === 'develop');
    const reading = decided !== null || developing;
    const tapping = !reading && picks.length > 0 && open !== 'card' && open !== 'verb';
    if (phone && reading && this.level === 0) {
      this.level = 1;
      this.lifted = true;
    } else if (!reading && this.lifted) this.sink();
    if (phone && tapping && this.level > 0) this.level = 0;
  }
}
