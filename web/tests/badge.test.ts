import { beforeEach, expect, test, vi } from 'vitest';
import { keepBadge, watchBadge } from '../src/lib/badge';
import { later, settled } from './tables';

const asked = vi.hoisted(() => vi.fn<() => Promise<{ games: number }>>());
vi.mock('../src/lib/api', () => ({ api: { waiting: asked } }));

const shown = vi.fn<(games: number) => Promise<void>>();
let installed = true;
const page = new EventTarget() as EventTarget & { hidden: boolean };

beforeEach(() => {
  vi.resetAllMocks();
  installed = true;
  page.hidden = false;
  shown.mockResolvedValue();
  vi.stubGlobal('navigator', { setAppBadge: shown });
  vi.stubGlobal('matchMedia', () => ({ matches: installed }));
  vi.stubGlobal('document', page);
});

test('the installed app shows how many games wait', async () => {
  asked.mockResolvedValue({ games: 2 });
  await keepBadge();
  expect(shown.mock.calls).toEqual([[2]]);
});

test('a page in a tab asks for nothing', async () => {
  installed = false;
  await keepBadge();
  expect(asked).not.toHaveBeenCalled();
});

test('the latest answer counts, and a lost one is no fault', async () => {
  const first = later<{ games: number }>();
  asked.mockReturnValueOnce(first.promise).mockResolvedValueOnce({ games: 0 });
  const before = keepBadge();
  await keepBadge();
  first.keep({ games: 3 });
  await before;
  expect(shown.mock.calls).toEqual([[0]]);
  asked.mockRejectedValueOnce(new Error('offline'));
  await keepBadge();
});

test('it is right again when the app is seen again', async () => {
  asked.mockResolvedValue({ games: 1 });
  watchBadge();
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  await settled();
  expect(asked).not.toHaveBeenCalled();
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await settled();
  expect(shown).toHaveBeenCalledWith(1);
});
