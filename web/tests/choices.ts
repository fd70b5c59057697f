import type { Choice } from '../src/lib/wire';

/** A choice with nothing but what is given. */
export function choice(given: Partial<Choice>): Choice {
  const none = { slot: null, line: null, industry: null, tile: null, merchant: null, port: null, amount: null };
  const empty = { coal: [], iron: [], beer: [], cards: [], card_sets: [], price: [], effects: [], outcomes: [] };
  return { move: 'pass', verb: 'pass', ...none, ...empty, pounds: 0, ends_turn: false, reveals: false, ...given };
}
