/** Answers the requests of a table for one puzzle. */
import { api } from '../lib/api';
import type { PuzzleAnswer } from '../lib/wire';
import type { Host } from '../game/sit';
import { TryHost } from '../game/tryHost';
import { speech } from '../words/speech.svelte';

export class PuzzleHost extends TryHost {
  constructor(
    private readonly id: string,
    /** Called with what a turn that was ended is worth. */
    private readonly graded: (answer: PuzzleAnswer) => void,
  ) {
    super();
  }

  why: Host['why'] = (_game, why, lang) => api.puzzleWhy(this.id, this.units, why, lang);

  protected ask(units: string[]) {
    return api.puzzleTable(this.id, units);
  }

  protected async ended(): Promise<void> {
    this.graded(await api.puzzleAnswer(this.id, this.units, speech.lang));
  }
}
