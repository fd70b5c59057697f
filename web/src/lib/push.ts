/** Notices on this device: the service worker and the browser's subscription. */
import { speech } from '../words/speech.svelte';
import { api } from './api';
import { here } from './base';
import { ownBuild } from './build';
import type { NoticeSettings } from './wire';

/** Whether this device can show notices: yes, only from the home screen (iOS), or no. */
export type Ability = 'push' | 'install' | 'none';

export function ability(): Ability {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return 'none';
  if ('PushManager' in window && 'Notification' in window) return 'push';
  return /iPhone|iPad/.test(navigator.userAgent) && !isInstalled() ? 'install' : 'none';
}

/** Whether the client runs as an app of its own. */
export function isInstalled(): boolean {
  const apple = (navigator as Navigator & { standalone?: boolean }).standalone === true;
  return apple || matchMedia('(display-mode: standalone)').matches;
}

/** The time zone of this device. */
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Registers the service worker of this page's build; it replaces one of another build. */
export async function register(): Promise<ServiceWorkerRegistration> {
  const build = ownBuild(document);
  await navigator.serviceWorker.register(here(`/sw.js?build=${build}`), { scope: here('/') });
  return navigator.serviceWorker.ready;
}

/**
 * Registers the service worker once the page has nothing else to do, so that the client opens without a connection too.
 * Whoever saves data gets it only where it was used before: in the installed app, or for notices.
 */
export async function keepUp(): Promise<void> {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return;
  const line = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection;
  await idle();
  try {
    const known = await navigator.serviceWorker.getRegistration(here('/'));
    if (known || isInstalled() || !line?.saveData) await register();
  } catch {
    // Private windows and unknown certificates forbid it: the client works without.
  }
}

/** Waits until the page is loaded and the browser idles. */
async function idle(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done, { once: true }));
  await new Promise((done) =>
    'requestIdleCallback' in window ? requestIdleCallback(done, { timeout: 5_000 }) : setTimeout(done, 1_000),
  );
}

async function subscription(): Promise<PushSubscription | null> {
  if (ability() !== 'push') return null;
  const known = await navigator.serviceWorker.getRegistration(here('/'));
  return (await known?.pushManager?.getSubscription()) ?? null;
}

/**
 * The channel of this device, if it gets notices. The browser's subscription alone does not say so: the channel may have
 * been removed elsewhere, or have ended when its player signed out.
 */
export async function ownChannel(settings: NoticeSettings): Promise<string | null> {
  const made = ability() === 'push' && Notification.permission === 'granted' ? await subscription() : null;
  if (!made) return null;
  const mark = await markOf(made.endpoint);
  return settings.channels.find((one) => one.mark === mark)?.id ?? null;
}

/** How the server marks the channel of a device: by the start of its address's hash. */
async function markOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(hash).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Asks for permission, subscribes and tells the server. Returns null if the browser or its user refuses. */
export async function subscribe(): Promise<NoticeSettings | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const worker = await register();
  const { key } = await api.pushKey();
  try {
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    return await api.addDevice({ ...parts(made), label: deviceName(), language: speech.lang, zone: zone() });
  } catch (error) {
    if (error instanceof DOMException) return null; // the browser has no push service, or was told to refuse
    throw error;
  }
}

function parts(made: PushSubscription): { endpoint: string; p256dh: string; auth: string } {
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
}

/** Ends this device's subscription. */
export async function unsubscribe(): Promise<void> {
  await (await subscription())?.unsubscribe();
}

/** What to call this device: its browser and its system. */
export function deviceName(agent = navigator.userAgent): string {
  const browser = [
    ['Edg/', 'Edge'],
    ['OPR/', 'Opera'],
    ['Firefox/', 'Firefox'],
    ['Chrome/', 'Chrome'],
    ['Safari/', 'Safari'],
  ].find(([mark]) => agent.includes(mark!));
  const system = [
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Android', 'Android'],
    ['Windows', 'Windows'],
    ['Mac OS', 'Mac'],
    ['Linux', 'Linux'],
  ].find(([mark]) => agent.includes(mark!));
  return [browser?.[1], system?.[1]].filter(Boolean).join(', ') || '?';
}

/** Removes the notices about the game that is open now. */
export async function clearNotices(game: string): Promise<void> {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return;
  const known = await navigator.serviceWorker.getRegistration(here('/'));
  for (const tag of [game, `${game} chat`]) {
    for (const one of (await known?.getNotifications({ tag })) ?? []) one.close();
  }
}
