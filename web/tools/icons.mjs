/** Draws the icons of the installed client, in public/icons, from its favicon: node tools/icons.mjs */
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const engine = readFileSync('public/favicon.svg', 'utf8');
const bare = engine.replace(/<rect[^>]*>/, '');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });
const page = await browser.newPage();

async function draw(name, size, svg, share, ground) {
  await page.setViewportSize({ width: size, height: size });
  const side = Math.round(size * share);
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground}">` +
      `<div style="width:${side}px;height:${side}px">${svg.replace('<svg', '<svg width="100%" height="100%"')}</div>`,
  );
  await page.screenshot({ path: `public/icons/${name}.png`, omitBackground: true });
}

await draw('192', 192, engine, 1, 'transparent');
await draw('512', 512, engine, 1, 'transparent');
// Launchers cut corners off, down to a circle of four fifths.
await draw('maskable', 512, bare, 0.72, '#1b2632');
await draw('touch', 180, bare, 0.8, '#1b2632');
// The status bar of a phone shows only which pixels are there.
await draw(
  'badge',
  96,
  bare.replaceAll('#e9b35f', '#fff').replaceAll('fill="#1b2632"', 'fill="none"'),
  1,
  'transparent',
);
await browser.close();
