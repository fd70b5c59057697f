/** Starts new games. */
import { api } from '../lib/api';
import { route } from '../lib/route.svelte';
import { settings } from '../lib/settings.svelte';
import type { NewGuide, NewSeat } from '../lib/wire';

/** Engineers of canals and railways, to name bots after. */
export const ENGINEERS = ['Brindley', 'Telford', 'Stephenson', 'Jessop', 'Locke', 'Brunel'];

/** The default name: the founder of the first cotton mill. */
export const YOURS = 'Arkwright';

/** The default name of an invited player: the maker of steam engines. */
export const GUEST = 'Boulton';

/** The default opponent: it plans its turns with all that was learned. */
export const USUAL = 'level-8';

export function me(): NewSeat {
  return { kind: 'me', name: settings.name || YOURS };
}

export function bots(count: number, bot: string): NewSeat[] {
  return ENGINEERS.slice(0, count).map((name) => ({ kind: 'bot', bot, name }));
}

/** How many of them a game has that starts with one click. */
export const RIVALS = 2;

/** Starts a game against bots with one click. */
export async function quick(ruleset: string, others: number): Promise<void> {
  const joined = await api.create({ ruleset, seats: [me(), ...bots(others, USUAL)], seed: null, first: 'random' });
  route.go(`/game/${joined.game}`);
}

/** Starts a guided first game. */
export async function learn(guide: NewGuide['guide']): Promise<void> {
  const joined = await api.guide({ guide, name: settings.name || YOURS, rival: ENGINEERS[0] ?? null });
  route.go(`/game/${joined.game}?guide`);
}
