/** A position being edited: its text, and the server's verdict. Every change is checked at once. */
import { api, ServerProblem } from '../lib/api';
import type { Problem, RulesetInfo, Sight, StudyTree, Table } from '../lib/wire';
import { SEATS } from '../lib/seats';
import { speech, t } from '../words/speech.svelte';
import { lineOf } from './position';
import { faultText } from './words.svelte';

const PAUSE = 300; // ms after the last change

export interface Fault {
  /** How the line at fault begins, such as `tile leek.1`; '' for the position as a whole. */
  about: string;
  text: string;
  /** The rule that says so; '' for none. */
  rule: string;
}

export class Draft {
  text = $state('');
  /** What the game has; null until it is loaded, and if the text names none. */
  info = $state.raw<RulesetInfo | null>(null);
  /** The last text that was good. */
  found = $state.raw<{ tree: StudyTree; sight: Sight } | null>(null);
  /** The board of the set-up, until a text was good. */
  private empty = $state.raw<Table | null>(null);
  private problem = $state.raw<Problem | null>(null);
  private checked = $state('');

  readonly players = $derived(Number(lineOf(this.text, 'players')?.[1] ?? 2));
  readonly seats = $derived(SEATS.slice(0, this.players));
  readonly table = $derived(this.found?.sight.table ?? this.empty);
  readonly good = $derived(this.checked === this.text && !this.problem && this.found !== null);
  readonly fault = $derived.by<Fault | null>(() => {
    const { problem } = this;
    if (!problem) return null;
    const { refusal, about } = problem;
    if (!refusal) return { about: about ?? '', text: problem.message, rule: '' };
    return { about: about ?? '', text: faultText(refusal, this.info), rule: refusal.rule };
  });

  constructor(start: string) {
    this.text = start;
  }

  /** Checks the text in a moment, unless it changes; an effect calls this. */
  follow(): () => void {
    const wanted = this.text;
    const timer = setTimeout(() => void this.check(wanted), this.checked ? PAUSE : 0);
    return () => clearTimeout(timer);
  }

  private async check(wanted: string): Promise<void> {
    const ruleset = lineOf(wanted, 'ruleset')?.[1];
    if (ruleset !== this.info?.id) this.info = ruleset ? await api.ruleset(ruleset).catch(() => null) : null;
    try {
      const tree = await api.openText(wanted);
      const { ruleset: id, players, start } = tree;
      const sight = await this.look(id, players, start ?? null);
      if (wanted !== this.text) return;
      this.found = { tree, sight };
      this.problem = null;
    } catch (error) {
      if (wanted !== this.text) return;
      const unsent: Problem = { error: 'unsent', message: t('error.unsent'), refusal: null, about: null, table: null };
      this.problem = error instanceof ServerProblem ? error.problem : unsent;
      await this.showEmpty(this.info);
    }
    this.checked = wanted;
  }

  private look(ruleset: string, players: number, start: string | null): Promise<Sight> {
    return api.look({ ruleset, players, start, moves: [], draw: false }, speech.lang);
  }

  private async showEmpty(info: RulesetInfo | null): Promise<void> {
    if (this.table || !info?.player_counts.includes(this.players)) return;
    this.empty = await this.look(info.id, this.players, null).then(
      (sight) => sight.table,
      () => null,
    );
  }
}
