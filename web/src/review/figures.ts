/** Figures of a review as text: means with half their intervals, and shares in percent. */
import type { ReviewStep, Spread } from '../lib/wire';
import { speech, t } from '../words/speech.svelte';

const GAP = '\u00a0';
const MINUS = '\u2212';

/** As the reader's language writes it: 1.5, or 1,5. */
export function number(value: number, digits = 1): string {
  const exact = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  const rounded = Number(value.toFixed(digits));
  const text = Math.abs(rounded).toLocaleString(speech.locale, exact);
  return rounded < 0 ? MINUS + text : text;
}

export const margin = (spread: Spread): number => (spread.high - spread.low) / 2;

export function plusMinus(spread: Spread): string {
  return `${number(spread.mean)}${GAP}±${GAP}${number(margin(spread))}`;
}

export function gained(spread: Spread): string {
  return (spread.mean >= 0.05 ? '+' : '') + plusMinus(spread);
}

export function percent(share: number): string {
  return t('number.percent', { n: number(100 * share, 0) });
}

export function percentAbout(spread: Spread): string {
  return `${number(100 * spread.mean, 0)}${GAP}±${GAP}${percent(margin(spread))}`;
}

export function gainedShare(spread: Spread): string {
  return (spread.mean >= 0.005 ? '+' : '') + percentAbout(spread);
}

/** A seat's share of the win after a turn, with half its interval. */
export function shareOf(step: ReviewStep, seat: number): string {
  const reach = step.margins[seat] ?? 0;
  const mean = step.shares[seat] ?? 0;
  return percentAbout({ mean, low: mean - reach, high: mean + reach });
}
