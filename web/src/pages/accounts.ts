/** Requests about accounts, and passkeys between the browser and the server. */
import { forgetHeld } from '../lib/heldSeats';
import { ServerProblem, ask } from '../lib/api';
import type { components } from '../lib/schema';
import { speech, t } from '../words/speech.svelte';

type Schemas = components['schemas'];
export type Account = Schemas['Account'];
export type LinkPreview = Schemas['LinkPreview'];
export type Overview = Schemas['Overview'];
export type Profile = Partial<Schemas['Profile']>;

const own = (path: string) => `/account${path}`;

export const people = {
  account: () => ask<Account>(own('')),
  change: (profile: Profile) => ask<Account>(own(''), 'PUT', profile),
  remove: () => ask<unknown>(own(''), 'DELETE', { sure: true }),
  askLink: (email: string) => ask<unknown>(own('/links'), 'POST', { email, language: speech.lang }),
  preview: (link: string) => ask<LinkPreview>(own(`/links/${encodeURIComponent(link)}`)),
  useLink: (link: string, bring: boolean) => ask<Account>(own(`/links/${encodeURIComponent(link)}`), 'POST', { bring }),
  signOut: (everywhere: boolean) => {
    forgetHeld();
    return ask<Account>(own('/sign-out'), 'POST', { everywhere });
  },
  endDevice: (id: string) => ask<Account>(own(`/devices/${encodeURIComponent(id)}`), 'DELETE'),
  dropPasskey: (id: string) => ask<Account>(own(`/passkeys/${encodeURIComponent(id)}`), 'DELETE'),
  overview: (search: string) => ask<Overview>(`/operator?${new URLSearchParams({ search })}`),
  ban: (who: { player: string } | { address: string }, reason: string) =>
    ask<Overview>('/operator/bans', 'POST', { ...who, reason }),
  pardon: (who: { player: string } | { address: string }) => ask<Overview>('/operator/pardons', 'POST', who),
  closeReport: (id: number) => ask<Overview>(`/operator/reports/${id}`, 'POST'),

  /** Makes a passkey on this device, and adds it to the player. */
  async addPasskey(): Promise<Account> {
    const options = await ask<PublicKeyCredentialCreationOptionsJSON>(own('/passkeys/options'), 'POST', {});
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    return ask<Account>(own('/passkeys'), 'POST', { credential: made.toJSON() as unknown });
  },

  /** Shows a passkey, and returns the link that signs in. */
  async showPasskey(): Promise<string> {
    const options = await ask<PublicKeyCredentialRequestOptionsJSON>(own('/passkey/options'), 'POST', {});
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const shown = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    return (await ask<{ link: string }>(own('/passkey'), 'POST', { credential: shown.toJSON() as unknown })).link;
  },
};

/** Whether this browser has passkeys that can be written as JSON. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

const SAID = [
  'banned', 'no_address', 'too_many', 'link_used', 'no_such_link', 'link_old', 'accounts_off', 'mail_first',
  'last_key', 'passkey_refused', 'discord_refused', 'signed_out', 'not_found', 'no_player', 'nothing_to_report',
]; // prettier-ignore

/** A sentence about what went wrong; null if the person has only closed the browser's own question. */
function fault(error: unknown): string | null {
  if (error instanceof DOMException)
    return error.name === 'NotAllowedError' ? null : t('account.fault.passkey_refused');
  if (!(error instanceof ServerProblem)) return t('error.unsent');
  return faultOf(error.problem.error, error.problem.message) || t('error.unsent');
}

/** The sentence for a fault; the server's own message, or nothing, if there is none. */
export function faultOf(key: string, message = ''): string {
  if (key === 'banned') return t('account.fault.banned', { reason: message.replace(/^[^:]*: /, '') });
  return SAID.includes(key) ? t(`account.fault.${key}`) : message;
}

/** Waits for an answer and hands it on. Tells what went wrong, or '' if nothing did; returns whether it went well. */
export async function attempt<T>(
  work: Promise<T>,
  tell: (problem: string) => void,
  done: (got: T) => void,
): Promise<boolean> {
  try {
    const got = await work;
    tell('');
    done(got);
    return true;
  } catch (error) {
    tell(fault(error) ?? '');
    return false;
  }
}

/** A time as a day and an hour. */
export function when(seconds: number): string {
  return new Intl.DateTimeFormat(speech.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);
}
