/** The paces of a clock, as a list to choose from. */
import { inUnits } from '../lib/clock.svelte';
import type { PaceInfo } from '../lib/wire';
import { speech, t } from '../words/speech.svelte';

/** A pace in words: "3 days + 12 hours a turn, at most 5 days". */
export function paceText(pace: PaceInfo): string {
  const [start, increment] = [inUnits(pace.start, speech.lang), inUnits(pace.increment, speech.lang)];
  if (pace.cap === null) return t('clock.pace', { start, increment });
  return t('clock.pace_cap', { start, increment, cap: inUnits(pace.cap, speech.lang) });
}

/** Whether people come and go: only the paces by turns have a cap. */
export const byTurns = (pace: PaceInfo): boolean => pace.cap !== null;
