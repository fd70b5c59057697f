/** How moves are written, to show whoever types one that cannot be read. */
import type { Choice, RulesetInfo } from '../lib/wire';
import { g } from '../words/speech.svelte';
import { written } from './narrow';

/** The verb that a text begins with: its word in notation, or the one on its button. */
function verbOf(info: RulesetInfo, typed: string): string | undefined {
  const text = typed.trim().toLowerCase();
  const begins = (word: string): boolean => text === word || text.startsWith(`${word} `);
  return info.verbs.find(begins) ?? info.verbs.find((verb) => begins(g('verbs', verb).toLowerCase()));
}

/** A move of the verb that was typed: one that is possible now, or else an example. Of an unknown verb, any move. */
export function formOf(typed: string, choices: readonly Choice[], info: RulesetInfo): string {
  const verb = verbOf(info, typed);
  const choice = choices.find((one) => one.verb === verb);
  if (!choice && verb && info.examples[verb]) return info.examples[verb];
  const shown = choice ?? choices[0];
  return shown ? written(shown, shown.card_sets[0] ?? shown.cards.slice(0, 1)) : '';
}
