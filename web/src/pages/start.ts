/** New games. */
import { api } from '../lib/api';
import { route } from '../lib/route.svelte';
import { settings } from '../lib/settings.svelte';
import type { NewSeat } from '../lib/wire';

/** Engineers of canals and railways, to name bots after. */
export const ENGINEERS = ['Brindley', 'Telford', 'Stephenson', 'Jessop', 'Locke', 'Brunel'];

/** Who has not given a name plays as the founder of the first cotton mill. */
export const YOURS = 'Arkwright';

/** Who follows an invitation and gives no name is the maker of steam engines. */
export const GUEST = 'Boulton';

/** Whom one meets without choosing: a fair opponent, and one for the first game. */
export const USUAL = 'planner';
const EASY = 'noisy';

export function me(): NewSeat {
  return { kind: 'me', name: settings.name || YOURS };
}

export function bots(count: number, bot: string): NewSeat[] {
  return ENGINEERS.slice(0, count).map((name) => ({ kind: 'bot', bot, name }));
}

/** One click: a game against bots. */
export async function quick(ruleset: string, others: number, guide = false): Promise<void> {
  const seats = [me(), ...bots(others, guide ? EASY : USUAL)];
  const joined = await api.create({ ruleset, seats, seed: null, first: 'random' });
  route.go(`/game/${joined.game}${guide ? '?guide' : ''}`);
}
