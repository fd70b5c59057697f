/** What the page says to the player: refusals with their rule, explanations and hints. */
import { ServerProblem, type api } from '../lib/api';
import type { Coaching, Hint, Refusal, Rule } from '../lib/wire';
import { paired, refusalText, type Board } from '../words/names';
import { problemText } from '../words/problems';
import { speech, t } from '../words/speech.svelte';
import type { Question } from './questions';

export interface Notice {
  text: string;
  rule: Rule | null;
  kind: 'no' | 'info';
}

export class Notices {
  notice = $state.raw<Notice | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** What the coach says against the turn that is about to end. */
  warning = $state.raw<Coaching | null>(null);
  /** The server is computing a hint, or what the coach says. */
  thinking = $state(false);

  constructor(
    private readonly game: string,
    private readonly server: Pick<typeof api, 'why' | 'hint' | 'rules'> & Partial<Pick<typeof api, 'coach'>>,
    private readonly board: () => Board | null,
  ) {}

  /** Whether something is said, hinted or warned of. */
  get saying(): boolean {
    return (this.notice ?? this.hint ?? this.warning) !== null;
  }

  say(text: string): void {
    this.notice = { text, rule: null, kind: 'info' };
  }

  clear(): void {
    this.notice = null;
  }

  /** Ends an explanation of what was looked at, as the player looks elsewhere. A refusal stays. */
  moveOn(): void {
    if (this.notice?.kind === 'info') this.clear();
  }

  dismissHint(): void {
    this.hint = null;
  }

  /** Says what went wrong with a request. `form` shows how a move is written that could not be read. */
  fail(error: unknown, form = ''): void {
    const problem = error instanceof ServerProblem ? error.problem : null;
    if (problem?.error === 'notation' && form) {
      this.notice = { text: t('error.form', { form }), rule: null, kind: 'no' };
      return;
    }
    if (problem?.refusal) {
      void this.refuse(problem.refusal, null);
      return;
    }
    this.notice = { text: problemText(error), rule: null, kind: 'no' };
  }

  /** Says why something is refused and by which rule. Looks the rule up if it did not come along. */
  private async refuse(refusal: Refusal, rule: Rule | null): Promise<void> {
    const board = this.board();
    if (!board) return;
    const text = refusalText(refusal, board);
    const notice: Notice = { text: rule ? text : paired(text, refusal.rule), rule, kind: 'no' };
    this.notice = notice;
    if (rule) return;
    const rules = await this.server.rules(refusal.rule, '', speech.lang).catch(() => []);
    const found = rules.find((item) => item.id === refusal.rule);
    if (found && this.notice === notice) this.notice = { text, rule: found, kind: 'no' };
  }

  /** Asks the server why something cannot be done. Calls `otherwise` if the server has no answer. */
  async ask(question: Question, otherwise: () => void = () => {}): Promise<void> {
    try {
      const { refusal, rule } = await this.server.why(this.game, question, speech.lang);
      if (refusal) await this.refuse(refusal, rule);
      else this.say(t('play.nothing_forbids'));
    } catch (error) {
      if (error instanceof ServerProblem && error.problem.error === 'question') otherwise();
      else this.fail(error);
    }
  }

  async askHint(): Promise<void> {
    this.clear(); // on a phone a refusal would hide it
    this.thinking = true;
    try {
      this.hint = await this.server.hint(this.game, speech.lang);
    } catch (error) {
      this.fail(error);
    } finally {
      this.thinking = false;
    }
  }

  dismissWarning(): void {
    this.warning = null;
  }

  /** Asks the coach about the drafted turn; true if it warns. A coach that does not answer has nothing to say. */
  async askCoach(): Promise<boolean> {
    this.thinking = true;
    const said = await this.server.coach?.(this.game, speech.lang).catch(() => null);
    this.thinking = false;
    this.warning = said?.warns ? said : null;
    return this.warning !== null;
  }

  /** Requests the server's texts again, in the current language. */
  reword(): void {
    this.notice = null;
    if (this.hint) void this.askHint();
    if (this.warning) void this.askCoach();
  }
}
