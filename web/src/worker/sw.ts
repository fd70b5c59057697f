/// <reference lib="webworker" />
/**
 * The service worker: shows notices, and opens the client without a connection.
 *
 * The client registers it with its build in the address, so that another build replaces it and its files. It keeps the
 * client's own files only: what the server answers is private, and never kept.
 */
import { isNew, withShown, type Push, type Shown } from './shown';

const worker = self as unknown as ServiceWorkerGlobalScope;
const BUILD = new URL(worker.location.href).searchParams.get('build') ?? '';
/** Several servers may share an origin, each below its own path: each keeps its own files. */
const OWN = `files ${worker.registration.scope} `;
const FILES = `${OWN}${BUILD}`;
const MEMORY = 'shown';
const here = (path: string): string => new URL(path, worker.registration.scope).href;

// -- the client's files ---------------------------------------------------------------------------------------------

worker.addEventListener('install', (event) => event.waitUntil(fill()));
worker.addEventListener('activate', (event) => event.waitUntil(tidy()));

async function fill(): Promise<void> {
  const listed = (await (await fetch(here('files.json'), { cache: 'no-store' })).json()) as string[];
  const cache = await caches.open(FILES);
  await cache.addAll([new Request(here('./'), { cache: 'reload' }), ...listed.map(here)]);
  await worker.skipWaiting();
}

async function tidy(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== FILES);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

worker.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const path = url.href.slice(worker.registration.scope.length);
  const ours = url.href.startsWith(worker.registration.scope) && event.request.method === 'GET';
  if (!ours || path.startsWith('api/')) return;
  if (event.request.mode === 'navigate') event.respondWith(page(event.request));
  else if (path.startsWith('assets/')) event.respondWith(file(event.request));
});

/** The page from the server, or the kept one if there is no connection. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(FILES)).match(here('./'));
    if (kept) return kept;
    throw error;
  }
}

/** A file whose name holds its content's hash: the kept one is right. Fonts are kept once a page has used them. */
async function file(request: Request): Promise<Response> {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request);
  if (kept) return kept;
  const got = await fetch(request);
  if (got.ok) void cache.put(request, got.clone()).catch(() => undefined); // the disk may be full
  return got;
}

// -- notices --------------------------------------------------------------------------------------------------------

let before: Promise<void> = Promise.resolve();

worker.addEventListener('push', (event) => {
  const push = event.data?.json() as Push | undefined;
  if (!push) return;
  before = before.catch(() => undefined).then(() => show(push)); // one after the other: each looks what was shown
  event.waitUntil(before);
});

async function show(push: Push): Promise<void> {
  const memory = await caches.open(MEMORY);
  const kept = await memory.match(here('shown'));
  const shown = kept ? ((await kept.json()) as Shown) : {};
  if (!isNew(shown, push)) return;
  await worker.registration.showNotification(push.title, {
    body: push.body,
    tag: push.tag,
    lang: push.lang,
    icon: here('icons/192.png'),
    badge: here('icons/badge.png'),
    data: { path: push.path },
    renotify: true,
  } as NotificationOptions);
  await memory.put(here('shown'), new Response(JSON.stringify(withShown(shown, push))));
  await count(push.waiting);
}

async function count(games: number): Promise<void> {
  const badge = worker.navigator as WorkerNavigator & { setAppBadge?: (games: number) => Promise<void> };
  await badge.setAppBadge?.(games).catch(() => undefined);
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(here((event.notification.data as { path: string }).path)));
});

/** Shows a page in a window that is open already, best of all one that shows it, or else in a new one. */
async function open(url: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shows = windows.find((one) => one.url.split(/[?#]/)[0] === url);
  const other = shows ?? windows[0];
  if (!other) {
    await worker.clients.openWindow(url);
    return;
  }
  if (!shows) await other.navigate(url).catch(() => worker.clients.openWindow(url));
  await other.focus().catch(() => undefined); // some browsers let no page come to the front
}
