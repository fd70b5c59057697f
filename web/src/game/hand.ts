/** Sorts a hand. */
import type { Order } from '../lib/settings.svelte';
import type { RulesetInfo } from '../lib/wire';
import { boardData } from '../map/geometry';
import { cardName } from '../words/names';

export function sorted(hand: readonly string[], order: Order, info: RulesetInfo, lang: string): string[] {
  if (order === 'kind') return [...hand]; // as the server sends it
  if (order === 'name') return [...hand].sort((a, b) => cardName(info, a).localeCompare(cardName(info, b), lang));
  const { places } = boardData(info);
  /** From west to east; industries and wild cards belong nowhere and come last. */
  const across = (card: string) => {
    const place = info.cards.find((item) => item.id === card)?.place;
    return place ? (places[place]?.x ?? 0) : Infinity;
  };
  return [...hand].sort((a, b) => (across(a) === across(b) ? 0 : across(a) - across(b)));
}
