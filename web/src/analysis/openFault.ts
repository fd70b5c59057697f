/** Why a pasted text cannot be opened, in the reader's language where the rules or the format say so. */
import { api, ServerProblem } from '../lib/api';
import { refusalText } from '../words/names';
import { t } from '../words/speech.svelte';
import { lineOf } from './position';
import { a, faults, faultText } from './words.svelte';

const FORM = 'grand junction'; // the first words of every format

export async function openFault(error: unknown, text: string): Promise<string> {
  if (!(error instanceof ServerProblem)) return t('error.unsent');
  const { error: kind, refusal, message, about } = error.problem;
  const game = lineOf(text, 'ruleset')?.[1];
  if (kind === 'position' && !lineOf(text, 'grand', 'junction')) return a('open.unknown', { form: FORM });
  if (!refusal) return message;
  const [info] = await Promise.all([game ? api.ruleset(game).catch(() => null) : null, faults.load()]);
  if (kind === 'position') return `${faultText(refusal, info)} ${refusal.rule}`.trim();
  if (kind !== 'record' || !info) return message;
  return a('open.line', { line: about ?? '', why: `${refusalText(refusal, { info, seats: [] })} ${refusal.rule}` });
}
