import type { Choice } from '../src/lib/wire';

/** A choice with nothing but what is given. */
export function choice(given: Partial<Choice>): Choice {
  const none = { slot: null, line: null, industry: null, tile: null, merchant: null, port: null, amount: null };
  const empty = { coal: [], iron: [], beer: [], cards: [], card_sets: [], price: [], effects: [], outcomes: [] };
  const not = { ends_turn: false, goes_on: false, reveals: false };
  return { move: 'pass', verb: 'pass', ...none, ...empty, ...not, pounds: 0, ...given };
}
