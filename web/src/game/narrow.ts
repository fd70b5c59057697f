/** Narrows the server's list of choices by what is picked, in any order. It knows no rules. */
import type { Choice } from '../lib/wire';

export type Part = 'verb' | 'industry' | 'slot' | 'line' | 'buyer' | 'amount' | 'coal' | 'iron' | 'beer' | 'card';

export interface Pick {
  part: Part;
  value: string;
}

/** The order in which open parts are asked for. */
const ORDER: Part[] = ['verb', 'slot', 'line', 'industry', 'buyer', 'amount', 'coal', 'iron', 'beer', 'card'];
const SOURCES: ReadonlySet<Part> = new Set<Part>(['coal', 'iron', 'beer']);

/** The values a choice has for a part. Sources and cards may have several. */
export function valuesOf(choice: Choice, part: Part): string[] {
  switch (part) {
    case 'verb':
      return [choice.verb];
    case 'buyer':
      return present(choice.merchant ?? choice.port);
    case 'amount':
      return present(choice.amount === null ? null : String(choice.amount));
    case 'coal':
    case 'iron':
    case 'beer':
      return choice[part];
    case 'card':
      return choice.card_sets.length ? [...new Set(choice.card_sets.flat())] : choice.cards;
    default:
      return present(choice[part]);
  }
}

function present(value: string | null | undefined): string[] {
  return value === null || value === undefined ? [] : [value];
}

/** Whether `have` contains `wanted`, counting repeats. */
export function contains(have: readonly string[], wanted: readonly string[]): boolean {
  const left = [...have];
  return wanted.every((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function picked(picks: readonly Pick[], part: Part): string[] {
  return picks.filter((pick) => pick.part === part).map((pick) => pick.value);
}

function fits(choice: Choice, picks: readonly Pick[]): boolean {
  return ORDER.every((part) => {
    const wanted = picked(picks, part);
    if (wanted.length === 0) return true;
    if (part !== 'card') return contains(valuesOf(choice, part), wanted);
    if (choice.card_sets.length) return choice.card_sets.some((set) => contains(set, wanted));
    return wanted.length === 1 && choice.cards.includes(wanted[0] ?? '');
  });
}

export function narrow(choices: readonly Choice[], picks: readonly Pick[]): Choice[] {
  return choices.filter((choice) => fits(choice, picks));
}

/**
 * Returns the picks with one more. Picking a value again takes it back. Picks that conflict with the new one are
 * dropped, the oldest first. Returns null if no choice has the value.
 */
export function withPick(choices: readonly Choice[], picks: readonly Pick[], pick: Pick): Pick[] | null {
  const several = SOURCES.has(pick.part) || pick.part === 'card';
  const same = picks.find((item) => item.part === pick.part && item.value === pick.value);
  // A second card alone is another choice: what costs several cards begins with its action.
  if (pick.part === 'card' && picks.length > 0 && picks.every(({ part }) => part === 'card')) {
    if (same) return picks.filter((item) => item !== same);
    if (narrow(choices, [pick]).some((choice) => choice.card_sets.length === 0)) return [pick];
  }
  if (several) {
    const more = [...picks, pick];
    if (narrow(choices, more).length && !(same && pick.part === 'card' && single(choices, picks))) return more;
  }
  if (same) return picks.filter((item) => item !== same);
  if (narrow(choices, [pick]).length === 0) return null;
  let kept = picks.filter((item) => item.part !== pick.part);
  while (kept.length && narrow(choices, [...kept, pick]).length === 0) kept = kept.slice(1);
  return [...kept, pick];
}

/** Whether every choice that is left costs a single card. */
function single(choices: readonly Choice[], picks: readonly Pick[]): boolean {
  return narrow(choices, picks).every((choice) => choice.card_sets.length === 0);
}

/** The values of a part that can still be picked, given the picks of the other parts. */
export function possible(choices: readonly Choice[], picks: readonly Pick[], part: Part): Set<string> {
  const found = new Set<string>();
  if (SOURCES.has(part) || part === 'card') {
    const mine = picked(picks, part);
    const rest = picks.filter((pick) => pick.part !== part);
    const base = narrow(choices, picks);
    for (const choice of base) {
      for (const value of valuesOf(choice, part)) {
        if (fits(choice, [...picks, { part, value }])) found.add(value);
      }
    }
    // A single card can be swapped for another.
    if (part === 'card' && mine.length === 1) {
      for (const choice of narrow(choices, rest))
        if (!choice.card_sets.length) choice.cards.forEach((id) => found.add(id));
    }
    return found;
  }
  for (const choice of narrow(
    choices,
    picks.filter((pick) => pick.part !== part),
  )) {
    for (const value of valuesOf(choice, part)) found.add(value);
  }
  return found;
}

/** The cards that pay for a choice, or null if that is still open. */
export function cardsFor(choice: Choice, picks: readonly Pick[]): string[] | null {
  const mine = picked(picks, 'card');
  if (choice.card_sets.length) {
    const sets = choice.card_sets.filter((set) => contains(set, mine));
    const only = sets[0];
    if (only && (sets.length === 1 || mine.length === only.length)) return only;
    return null;
  }
  if (choice.cards.length === 0) return [];
  if (mine.length) return mine;
  return choice.cards.length === 1 ? [choice.cards[0]!] : null;
}

/** The first part that is still open, or null when everything is settled. */
export function openPart(choices: readonly Choice[], picks: readonly Pick[]): Part | null {
  const left = narrow(choices, picks);
  for (const part of ORDER) {
    if (part === 'card') {
      if (left.some((choice) => cardsFor(choice, picks) === null)) return part;
      continue;
    }
    if (new Set(left.map((choice) => [...valuesOf(choice, part)].sort().join(' '))).size > 1) return part;
  }
  return null;
}

export interface Decided {
  choice: Choice;
  cards: string[];
  /** In record notation. */
  notation: string;
}

export function decided(choices: readonly Choice[], picks: readonly Pick[]): Decided | null {
  const left = narrow(choices, picks);
  const choice = left[0];
  if (!choice || left.length > 1) return null;
  const cards = cardsFor(choice, picks);
  if (cards === null) return null;
  return { choice, cards, notation: written(choice, cards) };
}

export function written(choice: Choice, cards: readonly string[]): string {
  const paid = cards.length === 0 ? '' : cards.length === 1 ? ` card ${cards[0]}` : ` cards ${cards.join(' ')}`;
  return choice.move + paid;
}

/** Whether two moves in notation are the same. The server may name the sources before or after the cards. */
export function sameMove(one: string, other: string): boolean {
  const words = (move: string) => move.trim().split(/\s+/).sort().join(' ');
  return words(one) === words(other);
}

/** The picks that stand for a move in notation, as the only item of a list; an empty list if it is another choice's. */
export function picksOf(choice: Choice, notation: string): Pick[][] {
  const sets = choice.card_sets.length ? choice.card_sets : choice.cards.map((card) => [card]);
  const cards = (sets.length ? sets : [[]]).find((set) => sameMove(written(choice, set), notation));
  if (!cards) return [];
  const parts = ORDER.filter((part) => part !== 'card');
  return [
    [
      ...parts.flatMap((part) => valuesOf(choice, part).map((value) => ({ part, value }))),
      ...cards.map((value) => ({ part: 'card' as const, value })),
    ],
  ];
}
