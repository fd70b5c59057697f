/** What went wrong with a request, in the reader's language where there are words for it. */
import { ServerProblem } from '../lib/api';
import { speech, t } from './speech.svelte';

export function problemText(error: unknown): string {
  if (!(error instanceof ServerProblem)) return t('error.unsent');
  const key = `error.${error.problem.error}`;
  return key in speech.ui ? t(key) : error.problem.message;
}
