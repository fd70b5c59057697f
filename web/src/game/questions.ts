/** What to ask the server when something cannot be done: the thing clicked, and what is picked. */
import type { Why } from '../lib/wire';
import type { Part, Pick } from './narrow';

export type Question = Partial<Why> & { question: Why['question'] };

function picked(picks: readonly Pick[], ...parts: (Part & keyof Why)[]): Partial<Why> {
  const found = parts.map((part) => [part, picks.find((pick) => pick.part === part)?.value]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Partial<Why>;
}

export function aboutSlot(picks: readonly Pick[], slot: string): Question {
  return { question: 'slot', slot, ...picked(picks, 'verb', 'industry', 'card') };
}

export function aboutLine(line: string): Question {
  return { question: 'link', line };
}

export function aboutMerchant(picks: readonly Pick[], merchant: string): Question {
  return { question: 'merchant', merchant, ...picked(picks, 'slot') };
}

/** Why a card cannot pay for what is picked, or build anything; null where something else is picked. */
export function aboutCard(picks: readonly Pick[], card: string): Question | null {
  const { slot, verb } = picked(picks, 'slot', 'verb');
  if (slot) return { question: 'slot', slot, ...picked(picks, 'verb', 'industry'), card };
  return verb === 'build' ? { question: 'card', ...picked(picks, 'industry'), card } : null;
}

export function aboutVerb(verb: string): Question {
  return { question: 'verb', verb };
}
