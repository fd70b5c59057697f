/** A player's figures, each with what it means in words. */
import type { PlayerState, RulesetInfo, Seat, Table } from '../lib/wire';
import { cardName, listed, paired, told } from '../words/names';
import { signed } from '../words/numbers';
import { g, t } from '../words/speech.svelte';
import { sourcesThen, vpThen } from './forecast';

export interface Fact {
  key: string;
  value: string;
  says: string;
}

/** Money, income and VP: what is shown of every player on every screen. */
export function mainFacts(table: Table, state: PlayerState): Fact[] {
  const { pounds, income_level: level, income_space: space, vp, seat } = state;
  return [
    { key: 'pounds', value: `£${pounds}`, says: t('player.pounds', { n: pounds }) },
    { key: 'income', value: level < 0 ? `−£${-level}` : `+£${level}`, says: t('player.income', { level, space }) },
    { key: 'vp', value: String(vp), says: told([t('player.vp', { n: vp }), ...thenText(table, seat)]) },
  ];
}

/** The VP that a player would have if the era ended now, and where they would come from; nothing after the end. */
function thenText(table: Table, seat: Seat): string[] {
  if (table.over) return [];
  const sources = sourcesThen(table, seat).map(([source, more]) => paired(g('vp', source), signed(more)));
  return [[t('player.then', { n: vpThen(table, seat) }), ...sources].join(' · ')];
}

export function allFacts(info: RulesetInfo, table: Table, state: PlayerState): Fact[] {
  const { spent, hand_size: cards, discards, links_left: links } = state;
  const played = discards.length
    ? [t('player.discards', { cards: listed(discards.map((card) => cardName(info, card))) })]
    : [];
  return [
    ...mainFacts(table, state),
    { key: 'spent', value: `£${spent}`, says: t('player.spent', { n: spent }) },
    { key: 'cards', value: String(cards), says: told([t('player.cards', { n: cards }), ...played]) },
    { key: 'links', value: String(links), says: t('player.links', { n: links }) },
  ];
}
