import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Machado, Oliveira and Fernandes 2009, at full severity, on linear RGB. */
const SIGHT: Record<string, number[][]> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const SEATS = ['red', 'yellow', 'teal', 'purple'];
/** CIE76: 2.3 is just noticeable; what must be told apart at a glance, on small things, needs more than ten times that. */
const APART = 30;

type Triple = [number, number, number];

function linear(hex: string): Triple {
  const channel = (at: number) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function times(matrix: number[][], [r, g, b]: Triple): Triple {
  return matrix.map(([x = 0, y = 0, z = 0]) => Math.min(Math.max(x * r + y * g + z * b, 0), 1)) as Triple;
}

function lab(rgb: Triple): Triple {
  const xyz = times(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    rgb,
  );
  const white = [0.95047, 1, 1.08883];
  const [x = 0, y = 0, z = 0] = xyz.map((value, n) => {
    const part = value / white[n]!;
    return part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function seen(hex: string, sight: string): Triple {
  return lab(times(SIGHT[sight]!, linear(hex)));
}

function distance(a: string, b: string, sight: string): number {
  const [one, two] = [seen(a, sight), seen(b, sight)];
  return Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2]);
}

const css = readFileSync('src/tokens.css', 'utf8');
const [day = '', night = ''] = css.split("[data-theme='night']");
const themes = { day, night };
function token(theme: string, name: string): string {
  return new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme)![1]!;
}

describe.each(Object.entries(themes))('the seats’ colours by %s', (_, theme) => {
  test.each(Object.keys(SIGHT))('can be told apart with %s', (sight) => {
    const close: string[] = [];
    for (const [n, one] of SEATS.entries()) {
      for (const two of SEATS.slice(n + 1)) {
        const far = distance(token(theme, one), token(theme, two), sight);
        if (far < APART) close.push(`${one} and ${two}: ${far.toFixed(1)}`);
      }
    }
    expect(close).toEqual([]);
  });

  test.each(Object.keys(SIGHT))('stand out from the paper with %s', (sight) => {
    const paper = token(theme, 'paper');
    const close = SEATS.filter((seat) => distance(token(theme, seat), paper, sight) < APART);
    expect(close).toEqual([]);
  });
});

test('the simulation knows which colours are confused', () => {
  expect(distance('#b00000', '#505000', 'protanopia')).toBeLessThan(distance('#b00000', '#505000', 'all cones') / 3);
  expect(distance('#ff0000', '#0000ff', 'deuteranopia')).toBeGreaterThan(APART);
});
