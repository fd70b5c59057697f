import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Caller, isCalled } from '../src/lib/alerts';
import type { Seat, Table } from '../src/lib/wire';
import { table } from './tables';

const deciding = (seat: Seat | null, given: Partial<Table> = {}): Table =>
  table(5, 0, { decision: { name: 'action', seat } as Table['decision'], ...given });

describe('calls to the table', () => {
  const bell = { ring: vi.fn(), notify: vi.fn<(text: string) => void>() };
  const both = { sound: true, notify: true };
  let caller: Caller;
  beforeEach(() => {
    vi.clearAllMocks();
    caller = new Caller(bell);
  });

  test('a turn that begins is called once', () => {
    caller.see(deciding('B'), 'Your turn', both);
    caller.see(deciding('A'), 'Your turn', both);
    caller.see(deciding('A'), 'Your turn', both);
    expect(bell.ring).toHaveBeenCalledOnce();
    expect(bell.notify.mock.calls).toEqual([['Your turn']]);
  });

  test('a page opened in the middle of a turn calls nobody', () => {
    caller.see(null, 'Your turn', both);
    caller.see(deciding('A'), 'Your turn', both);
    expect(bell.ring).not.toHaveBeenCalled();
  });

  test('only what is wanted', () => {
    caller.see(deciding('B'), 'Your turn', both);
    caller.see(deciding('A'), 'Your turn', { sound: false, notify: true });
    expect(bell.ring).not.toHaveBeenCalled();
    expect(bell.notify).toHaveBeenCalledOnce();
  });

  test('nobody is called to a game that is over, or to another’s turn', () => {
    expect(isCalled(deciding('A'))).toBe(true);
    expect(isCalled(deciding('A', { over: true }))).toBe(false);
    expect(isCalled(deciding('B'))).toBe(false);
    expect(isCalled(deciding(null))).toBe(false);
    expect(isCalled(null)).toBe(false);
  });
});
