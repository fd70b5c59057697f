import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openFault } from '../src/analysis/openFault';
import { texts } from '../src/analysis/words.svelte';
import { api, ServerProblem } from '../src/lib/api';
import type { RulesetInfo } from '../src/lib/wire';

const info = { slots: [], income_levels: [] } as unknown as RulesetInfo;
const refusal = { rule: 'B-PASS-01', reason: 'game_over', params: {} };

function refused(error: string, more: object = {}): ServerProblem {
  return new ServerProblem(422, {
    error,
    message: 'as the server says',
    refusal: null,
    about: null,
    table: null,
    ...more,
  });
}

beforeAll(() => texts.load());
afterEach(() => vi.restoreAllMocks());

it('names the line and the rule of an illegal move in a record, in words', async () => {
  vi.spyOn(api, 'ruleset').mockResolvedValue(info);
  const said = await openFault(
    refused('record', { about: '12', refusal }),
    'grand junction record 1\nruleset birmingham 1',
  );
  expect(said).toMatch(/^Line 12: The game is over B-PASS-01$/);
  expect(said).not.toContain('as the server says');
});

it('says of any other text that it is none of the three', async () => {
  const asked = vi.spyOn(api, 'ruleset');
  const expected = { rule: '', reason: 'form_expected', params: { form: 'grand junction position 1' } };
  expect(await openFault(refused('position', { about: '', refusal: expected }), 'hello')).toContain(
    'no position, record or study',
  );
  expect(asked).not.toHaveBeenCalled();
});

it('says what the server says of a record that is cut off', async () => {
  expect(await openFault(refused('record', { about: '40' }), 'grand junction record 1')).toBe('as the server says');
});
