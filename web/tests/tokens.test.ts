import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const TOKENS = 'src/tokens.css';
/** A line is as thin as it is; it does not grow with the spaces around it. */
const LINES = /^(border|outline|box-shadow)/;
/** In a drawing a length is a unit of the drawing, text too. */
const DRAWINGS = ['src/map/', 'src/charts/', 'src/game/MatTracks.svelte'];
/** Long names on narrow cards, and the one headline that grows with the window. */
const TYPE = ['0.7rem', '0.63rem', '0.58rem', 'clamp(var(--type-display), 6vw, 3.6rem)'];

interface Declaration {
  file: string;
  property: string;
  value: string;
}

function declarations(folder: string): Declaration[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = join(folder, entry.name);
    if (entry.isDirectory()) return declarations(file);
    if (!/\.(svelte|css)$/.test(file) || file === TOKENS) return [];
    const text = readFileSync(file, 'utf8');
    const style = file.endsWith('.css') ? text : (/<style>(.*)<\/style>/s.exec(text)?.[1] ?? '');
    return [...style.matchAll(/^\s+([a-z-]+):\s*([^;{}]+);/gm)].map(([, property = '', value = '']) => ({
      file,
      property,
      value,
    }));
  });
}
const all = declarations('src');
const said = ({ file, property, value }: Declaration) => `${file}: ${property}: ${value}`;
const isType = ({ property }: Declaration) => property === 'font' || property === 'font-size';
const isDrawn = ({ file }: Declaration) => DRAWINGS.some((path) => file.startsWith(path));

describe('styles use the tokens', () => {
  test('no length is given in pixels, hairlines aside', () => {
    const wrong = all.filter((one) => {
      const pixels = [...one.value.matchAll(/([\d.]+)px/g)].some(([, n]) => Number(n) > 1);
      return pixels && !LINES.test(one.property) && !(isType(one) && isDrawn(one));
    });
    expect(wrong.map(said)).toEqual([]);
  });

  test('no size of type but those of the scale', () => {
    const wrong = all.filter(
      (one) => isType(one) && /[\d.]r?em\b/.test(one.value) && !TYPE.includes(one.value) && !isDrawn(one),
    );
    expect(wrong.map(said)).toEqual([]);
  });

  test('every token that is used exists', () => {
    const sources = readFileSync(TOKENS, 'utf8') + all.map(said).join('\n');
    const defined = new Set([...sources.matchAll(/(--[a-z0-9-]+):/g)].map(([, name]) => name));
    const styled = all.flatMap((one) => [...one.value.matchAll(/var\((--(?:space|radius|type|badge)[a-z0-9-]*)\)/g)]);
    expect(styled.map(([, name]) => name).filter((name) => !defined.has(name))).toEqual([]);
    expect(styled.length).toBeGreaterThan(200);
  });
});
