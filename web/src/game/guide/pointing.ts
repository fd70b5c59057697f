/** Where the player should click next, and the words for it. */
import type { Choice } from '../../lib/wire';
import { cardName, placeName, tileName } from '../../words/names';
import { g, t } from '../../words/speech.svelte';
import type { Values } from '../../words/texts';
import type { Part } from '../narrow';
import type { Selection } from '../selection.svelte';
import { bestOf, fitOf, type Step } from './course';
import { hand, placeOf, serves, type Sight } from './sight';

export interface Pointer {
  /** Names the sentence. */
  say: string;
  values: Values;
  /** CSS selectors; the first that is on screen is ringed. */
  at: string[];
  /** The move that the step asks for. */
  best: Choice | null;
}

const button = (name: string, at: string, best: Choice | null = null): Pointer => ({
  say: 'button',
  values: { button: name },
  at: [at],
  best,
});
const nothing = (say: string, at: string[] = []): Pointer => ({ say, values: {}, at, best: null });

/** A card that can pay for a move and that nothing needs later. */
function spare(step: Step, sight: Sight, cards: readonly string[]): string {
  const held = hand(sight).filter((card) => cards.includes(card));
  const { keep } = step;
  return (keep && held.find((card) => !serves(sight, card, keep))) || held[0] || cards[0] || '';
}

function buyer({ merchant, port }: Choice): string[] {
  if (merchant) return [`[data-thing="merchant:${merchant}"]`, `[data-option="buyer:${merchant}"]`];
  const at = port === 'distant' ? 'demand:distant' : `slot:${port}`;
  return [`[data-thing="${at}"]`, `[data-option="buyer:${port}"]`];
}

/** The first source of a move that is not picked yet. */
function source(part: 'coal' | 'iron' | 'beer', best: Choice, selection: Selection): string[] {
  const value = best[part].find((one) => selection.possible(part).has(one)) ?? '';
  const places: Record<string, string> = { market: `market:${part}`, barrel: `merchant:${best.merchant}` };
  return [`[data-option="${part}:${value}"]`, `[data-thing="${places[value] ?? `slot:${value}`}"]`];
}

function partOf(part: Part, step: Step, sight: Sight, best: Choice, selection: Selection): Pointer {
  const { info } = sight;
  switch (part) {
    case 'verb':
      return button(g('verbs', best.verb), `[data-verb="${best.verb}"]`, best);
    case 'slot': {
      const at = [`[data-thing="slot:${best.slot}"]`];
      return { say: 'slot', values: { place: placeName(info, placeOf(sight, best.slot!)) }, at, best };
    }
    case 'line':
      return { say: 'line', values: {}, at: [`[data-thing="line:${best.line}"]`], best };
    case 'industry': {
      const at = [`[data-industry="${best.industry}"]`, `[data-option="industry:${best.industry}"]`, '.grip'];
      return { say: 'tile', values: { tile: best.tile ? tileName(best.tile) : '' }, at, best };
    }
    case 'buyer':
      return { say: 'buyer', values: {}, at: buyer(best), best };
    case 'amount':
      return button(`£${best.amount}`, `[data-option="amount:${best.amount}"]`, best);
    case 'card': {
      const card = spare(step, sight, best.cards);
      const say = best.cards.length > 1 ? 'spare' : 'card';
      return { say, values: { card: cardName(info, card) }, at: [`[data-card="${card}"]`], best };
    }
    default:
      return { say: 'source', values: {}, at: source(part, best, selection), best };
  }
}

/** For a step that asks for a move. */
function toDo(step: Step, sight: Sight, selection: Selection): Pointer {
  const { table } = sight;
  if (!sight.myTurn) return nothing('wait');
  if (table.draft?.complete) return nothing('other', ['[data-act="end"]']);
  if (sight.choices.length === 0) return nothing('');
  const best = bestOf(step, sight, selection.picks.length ? selection.left : selection.offered);
  if (best === null) {
    const elsewhere = bestOf(step, sight, selection.offered);
    if (elsewhere)
      return { say: 'clear', values: { button: t('play.clear') }, at: ['[data-act="clear"]'], best: elsewhere };
    // An action could go on: the turn ends, or the next action begins by its button.
    if (table.draft?.may_end) return nothing('other', ['[data-act="end"]']);
    if (table.decision.name === 'more' && step.verb) return button(g('verbs', step.verb), `[data-verb="${step.verb}"]`);
    return nothing('cannot');
  }
  if (fitOf(step, sight, [best]) < fitOf(step, sight, selection.offered)) {
    const better = bestOf(step, sight, selection.offered);
    return { say: 'lesser', values: { button: t('play.clear') }, at: ['[data-act="clear"]'], best: better };
  }
  if (selection.decided) return button(t('play.confirm'), '[data-act="confirm"]', best);
  return partOf(selection.picks.length ? (selection.open ?? 'verb') : 'verb', step, sight, best, selection);
}

export function pointerOf(step: Step, sight: Sight, selection: Selection): Pointer {
  if (step.kind === 'read') return nothing('', step.at?.(sight));
  if (step.kind === 'wait') return nothing(sight.myTurn ? '' : 'wait', step.at?.(sight));
  if (step.kind === 'do') return toDo(step, sight, selection);
  if (sight.myTurn && !sight.table.draft?.may_end) return nothing('left');
  return button(t('play.end'), '[data-act="end"]');
}
