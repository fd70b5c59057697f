// The pictures of the README, by `make screenshots`; `npm run screenshots -- http://127.0.0.1:8000` takes them
// from a server that runs already.
// Two practice games between bots are played, then looked at by day and by night, wide and on a phone.
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';

const server = process.argv[2] ?? 'http://127.0.0.1:8000';
const folder = new URL('../../docs/img/', import.meta.url).pathname;
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
mkdirSync(folder, { recursive: true });

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

async function ask(path, body) {
  const response = await fetch(`${server}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : undefined,
  });
  return response.json();
}

async function played(ruleset, seed) {
  const names = ['Brindley', 'Telford', 'Stephenson', 'Jessop'];
  const { game } = await ask('/games', {
    ruleset,
    seed,
    seats: names.map((name) => ({ kind: 'bot', bot: 'greedy', name })),
  });
  while (!(await ask(`/games/${game}`)).over) await new Promise((done) => setTimeout(done, 500));
  return game;
}

async function moment(game, era, round) {
  const moments = await ask(`/games/${game}/history`);
  return moments.find((item) => item.era === era && item.round === round && item.to_act !== null)?.ply ?? 100;
}

async function picture(name, path, viewport, theme, before = async () => {}) {
  const small = viewport.width < 700;
  const context = await browser.newContext({
    viewport,
    hasTouch: small,
    isMobile: small,
    deviceScaleFactor: small ? 2 : 1,
    reducedMotion: 'reduce',
    locale: 'en',
  });
  const page = await context.newPage();
  await page.goto(`${server}${path}${path.includes('?') ? '&' : '?'}theme=${theme}&pace=instant`);
  await page.waitForTimeout(1500);
  await before(page);
  await page.screenshot({ path: `${folder}${name}.png` });
  await context.close();
  console.log(name);
}

/** A game of one's own, with a build chosen but not yet done. */
async function building(page) {
  await page.evaluate(async () => {
    const seats = [
      { kind: 'me', name: 'Ada' },
      { kind: 'bot', bot: 'greedy', name: 'Brindley' },
      { kind: 'bot', bot: 'greedy', name: 'Telford' },
    ];
    const body = JSON.stringify({ ruleset: 'birmingham', seed: '42', seats });
    const response = await fetch('/api/games', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const { game } = await response.json();
    history.pushState(null, '', `/game/${game}`);
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.waitForSelector('[data-verb=build]:not(.faded)', { state: 'attached' });
  if (page.viewportSize().width < 700) await page.locator('.grip').press('ArrowUp');
  await page.waitForTimeout(400);
  await page.locator('[data-verb=build]').click();
  await page.waitForTimeout(300);
  await page.locator('.slot.lit .hit').nth(3).dispatchEvent('click');
  await page.waitForTimeout(500);
}

for (let tries = 0; !(await fetch(`${server}/api/about`).catch(() => null))?.ok; tries += 1) {
  if (tries > 100) throw new Error(`no server at ${server}`);
  await new Promise((done) => setTimeout(done, 300));
}
const birmingham = await played('birmingham', '7');
const lancashire = await played('lancashire-2018', '7');
const rail = await moment(birmingham, 'rail', 6);
const canal = await moment(lancashire, 'canal', 7);
await picture('home', '/', wide, 'day');
await picture('birmingham-day', `/game/${birmingham}?ply=${rail}`, wide, 'day');
await picture('birmingham-night', `/game/${birmingham}?ply=${rail}`, wide, 'night');
await picture('lancashire-day', `/game/${lancashire}?ply=${canal}`, wide, 'day');
await picture('lancashire-night', `/game/${lancashire}?ply=${canal}`, wide, 'night');
await picture('result', `/game/${birmingham}`, wide, 'day');
await picture('new-game', '/new', wide, 'day');
await picture('your-turn', '/', wide, 'day', building);
await picture('phone-day', '/', phone, 'day', building);
await picture('phone-night', `/game/${birmingham}?ply=${rail}`, phone, 'night');
await browser.close();
