import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Notices } from '../src/game/notices.svelte';
import { ServerProblem } from '../src/lib/api';
import type { Answer, Coaching, Hint, Refusal, Rule, RulesetInfo } from '../src/lib/wire';
import { later, settled } from './tables';

const refusal: Refusal = { rule: 'B-LOAN-03', reason: 'loan_closed', params: {} };
const rule = { id: 'B-LOAN-03', title: 'No loans at the end' } as Rule;
const hint = {
  move: 'loan 30',
  move_text: 'Take a loan of £30',
  gains: [],
  prevents: [],
  effects: [],
} as unknown as Hint;
const problem = (error: string, given: Partial<ServerProblem['problem']> = {}) =>
  new ServerProblem(422, { error, message: 'in English', refusal: null, table: null, ...given });

describe('notices', () => {
  const server = {
    why: vi.fn<() => Promise<Answer>>(),
    hint: vi.fn<() => Promise<Hint>>(),
    coach: vi.fn<() => Promise<Coaching>>(),
    rules: vi.fn<() => Promise<Rule[]>>(),
  };
  let notices: Notices;
  beforeEach(() => {
    vi.resetAllMocks();
    notices = new Notices('g', server, () => ({ info: {} as RulesetInfo, seats: [] }));
  });

  test('a refused question is answered with its rule', async () => {
    server.why.mockResolvedValue({ refusal, rule });
    await notices.ask({ question: 'verb', verb: 'loan' });
    expect(notices.notice).toMatchObject({ kind: 'no', rule });
    expect(server.rules).not.toHaveBeenCalled();
  });

  test('where nothing is refused, it says so', async () => {
    server.why.mockResolvedValue({ refusal: null, rule: null });
    await notices.ask({ question: 'verb', verb: 'loan' });
    expect(notices.notice).toMatchObject({ kind: 'info', rule: null });
  });

  test('a question without an answer is left to whoever asked', async () => {
    server.why.mockRejectedValue(problem('question'));
    const otherwise = vi.fn();
    await notices.ask({ question: 'verb', verb: 'sell' }, otherwise);
    expect(otherwise).toHaveBeenCalledOnce();
    expect(notices.notice).toBeNull();
  });

  test('a refused move gets its rule as soon as that is known', async () => {
    const found = later<Rule[]>();
    server.rules.mockReturnValue(found.promise);
    notices.fail(problem('illegal', { refusal }));
    expect(notices.notice).toMatchObject({ kind: 'no', rule: null });
    expect(notices.notice?.text).toContain('B-LOAN-03');
    found.keep([rule]);
    await settled();
    expect(notices.notice?.rule).toBe(rule);
  });

  test('a rule that comes too late does not replace what is said now', async () => {
    const found = later<Rule[]>();
    server.rules.mockReturnValue(found.promise);
    notices.fail(problem('illegal', { refusal }));
    notices.say('something else');
    found.keep([rule]);
    await settled();
    expect(notices.notice?.text).toBe('something else');
  });

  test('a known problem is said in the language spoken, another as the server says it', () => {
    notices.fail(problem('stale'));
    expect(notices.notice?.text).not.toBe('in English');
    notices.fail(problem('strange'));
    expect(notices.notice?.text).toBe('in English');
    notices.fail(new TypeError('no network'));
    expect(notices.notice?.kind).toBe('no');
  });

  test('a hint is asked for, and again in another language', async () => {
    server.hint.mockResolvedValue(hint);
    const asked = notices.askHint();
    expect(notices.thinking).toBe(true);
    await asked;
    expect(notices.hint).toBe(hint);
    expect(notices.thinking).toBe(false);
    notices.say('in the old language');
    notices.reword();
    expect(notices.notice).toBeNull();
    expect(server.hint).toHaveBeenCalledTimes(2);
    await settled();
    notices.dismissHint();
    notices.reword();
    expect(server.hint).toHaveBeenCalledTimes(2);
  });
});
