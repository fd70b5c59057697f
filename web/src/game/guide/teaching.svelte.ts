/** Whether a game is being taught, and what the guide shows of the map and covers of it. */
import { keep, recall } from './keptLesson';

export class Teaching {
  /** What the guide speaks of on the map. */
  thing = $state<string | null>(null);
  /** Whether that lies in a phone's sheet, which must be raised. */
  lifts = $state(false);
  /** Whether the player is to read and not to act. */
  reading = $state(false);
  /** What the guide's card covers of the map. */
  tall = $state(0);
  wide = $state(0);
  private left = $state(false);
  /** Raised when the guide is taken up again: what the browser keeps of it is read anew. */
  private resumed = $state(0);

  constructor(private readonly game: string) {}

  /** Whether the guide goes on: a guide that was not left does, however the player comes back to the game. */
  goesOn(asked: boolean): boolean {
    return !this.left && (asked || (void this.resumed, recall(this.game))?.left === false);
  }

  /** Whether there is a guide to take up again. */
  get isKept(): boolean {
    return (void this.resumed, recall(this.game)) !== null;
  }

  leave(): void {
    this.left = true;
  }

  resume(): void {
    keep(this.game, { passed: recall(this.game)?.passed ?? [], left: false });
    this.left = false;
    this.resumed += 1;
  }
}
