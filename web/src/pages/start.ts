/** New games. */
import { api } from '../lib/api';
import { route } from '../lib/route.svelte';
import { settings } from '../lib/settings.svelte';
import type { NewSeat } from '../lib/wire';

/** Engineers of canals and railways, to name bots after. */
export const ENGINEERS = ['Brindley', 'Telford', 'Stephenson', 'Jessop', 'Locke', 'Brunel'];

/** Who has not given a name plays as the founder of the first cotton mill. */
export const YOURS = 'Arkwright';

export function me(): NewSeat {
  return { kind: 'me', name: settings.name || YOURS };
}

export function bots(count: number, bot: string): NewSeat[] {
  return ENGINEERS.slice(0, count).map((name) => ({ kind: 'bot', bot, name }));
}

/** One click: a game against bots. */
export async function quick(ruleset: string, others: number, guide = false): Promise<void> {
  const about = await api.about();
  const strongest = about.bots.at(-1) ?? 'random';
  const easy = about.bots[Math.max(0, about.bots.length - 2)] ?? strongest;
  const joined = await api.create({ ruleset, seats: [me(), ...bots(others, guide ? easy : strongest)], seed: null, first: 'random' });
  route.go(`/game/${joined.game}${guide ? '?guide' : ''}`);
}
