import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { here, inside } from '../src/lib/base';

test('a path is below the base', () => {
  expect(here('/rules', '/')).toBe('/rules');
  expect(here('/', '/brass/')).toBe('/brass/');
  expect(here('/api/games?x=1', '/brass/')).toBe('/brass/api/games?x=1');
});

test('an address inside the base is a path of the client, and no other is', () => {
  expect(inside('/game/x', '/')).toBe('/game/x');
  expect(inside('/brass/game/x', '/brass/')).toBe('/game/x');
  expect(inside('/brass/', '/brass/')).toBe('/');
  expect(inside('/brassy/game', '/brass/')).toBeNull();
});

test('no link and no request leaves the base', () => {
  const wrong = (readdirSync('src', { recursive: true }) as string[])
    .filter((file) => /\.(svelte|ts)$/.test(file) && !file.endsWith('schema.ts'))
    .flatMap((file) =>
      readFileSync(join('src', file), 'utf8')
        .split('\n')
        .filter((line) => /(href|src|action)=["{`']*\/|fetch\(["'`]\/|location\.host}\//.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(wrong).toEqual([]);
});
