/** Other players: whom this one follows and has blocked, and the menu that a player's name opens. */
import { ask } from './api';
import type { components } from './schema';
import type { Joined, Seat } from './wire';

type Schemas = components['schemas'];
export type Circle = Schemas['Circle'];
export type Regarded = Schemas['Regarded'];
export type Tie = Regarded['tie'];
/** Somebody at a table, or the author of a chat line. */
export type Whom = { game: string; name: string } & ({ seat: Seat } | { line: number });

const where = (whom: Whom): Record<string, string | number> =>
  'seat' in whom ? { seat: whom.seat } : { line: whom.line };
const asText = (whom: Whom): [string, string][] =>
  Object.entries(where(whom)).map(([key, value]) => [key, String(value)]);

export const circles = {
  circle: () => ask<Circle>('/people'),
  untie: (id: string) => ask<Circle>(`/people/${id}`, 'DELETE'),
  regarded: (whom: Whom) => ask<Regarded>(`/games/${whom.game}/people?${new URLSearchParams(asText(whom))}`),
  regard: (whom: Whom, tie: Tie) => ask<Regarded>(`/games/${whom.game}/people`, 'PUT', { ...where(whom), tie }),
  report: (whom: Whom) => ask<unknown>(`/games/${whom.game}/reports`, 'POST', where(whom)),
  invite: (game: string, whom: { name: string } | { followed: string }) =>
    ask<unknown>(`/games/${game}/invitations`, 'POST', whom),
  accept: (id: string, name: string | null) => ask<Joined>(`/invitations/${id}`, 'POST', { name }),
  decline: (id: string) => ask<unknown>(`/invitations/${id}`, 'DELETE'),
};

/** The menu of one player at a time, and where on the screen it was asked for. */
class PersonMenuState {
  whom = $state.raw<Whom | null>(null);
  at = $state.raw<DOMRect | null>(null);
  /** Rises whenever somebody is blocked or unblocked, so that the chat is read again. */
  changes = $state(0);

  open(whom: Whom, button: Element): void {
    this.at = button.getBoundingClientRect();
    this.whom = whom;
  }

  close(): void {
    this.whom = null;
  }
}

export const personMenu = new PersonMenuState();
