/** Answers the requests of a table for one's next turn. */
import { api } from '../lib/api';
import type { Host } from '../game/sit';
import { TryHost } from '../game/tryHost';
import { speech } from '../words/speech.svelte';

export class PlanHost extends TryHost {
  constructor(
    private readonly game: string,
    /** Called when the turn is stored. */
    private readonly stored: () => void,
  ) {
    super();
  }

  why: Host['why'] = (game, why, lang) => api.whatIfWhy(game, this.units, why, lang);

  protected ask(units: string[]) {
    return api.whatIf(this.game, units);
  }

  protected async ended(): Promise<void> {
    await api.keepPlan(this.game, this.units, speech.lang);
    this.stored();
  }
}
