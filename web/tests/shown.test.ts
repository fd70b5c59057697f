import { describe, expect, test } from 'vitest';
import { deviceName } from '../src/lib/push';
import { isNew, withShown, type Push, type Shown } from '../src/worker/shown';

function push(id: string, at: number, tag = 'game'): Push {
  return { id, at, tag, title: '', body: '', path: '', waiting: 0, lang: 'en' };
}

/** The ids that are shown when these arrive in this order. */
function arrive(...pushes: Push[]): string[] {
  let shown: Shown = {};
  return pushes
    .filter((one) => {
      const fresh = isNew(shown, one);
      if (fresh) shown = withShown(shown, one);
      return fresh;
    })
    .map(({ id }) => id);
}

describe('what is shown', () => {
  test('one that comes twice is shown once', () => {
    expect(arrive(push('a', 1), push('a', 1), push('b', 2), push('b', 2))).toEqual(['a', 'b']);
  });

  test('one that comes late does not take the place of a newer', () => {
    expect(arrive(push('b', 2), push('a', 1))).toEqual(['b']);
  });

  test('each tag has its own', () => {
    expect(arrive(push('a', 1), push('a', 1, 'other'), push('a', 1))).toEqual(['a', 'a']);
  });

  test('only so many are remembered', () => {
    let shown: Shown = {};
    for (let n = 0; n < 300; n++) shown = withShown(shown, push('x', n, `tag ${n}`));
    expect(Object.keys(shown)).toHaveLength(200);
    expect(isNew(shown, push('x', 299, 'tag 299'))).toBe(false);
  });
});

test('a device is called by its browser and its system', () => {
  const chrome =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
  expect(deviceName(chrome)).toBe('Chrome, Android');
  expect(deviceName('Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0')).toBe('Firefox, Linux');
  expect(deviceName('something else')).toBe('?');
});
