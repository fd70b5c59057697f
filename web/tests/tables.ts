/** Tables, log lines and a server of tests. */
import { vi } from 'vitest';
import type { Event, LogLine, Seat, Table } from '../src/lib/wire';

const SEATS = [
  { seat: 'A', kind: 'person', name: 'Ada', colour: 'red' },
  { seat: 'B', kind: 'bot', name: 'Brindley', colour: 'yellow' },
];

/** A table after `stored` moves, with so many drafted ones on top; Ada holds A. */
export function table(stored: number, drafted = 0, given: Partial<Table> = {}): Table {
  const events = Array.from({ length: drafted }, (_, n) => ({ event: 'placed', slot: `leek.${n + 1}` }));
  return {
    game: 'g',
    ruleset: 'birmingham',
    ply: stored + drafted,
    last_ply: stored,
    stamp: `${stored}+${drafted}`,
    seats: SEATS,
    mine: ['A'],
    era: 'canal',
    decision: { name: 'action', seat: 'A', verbs: [] },
    draft: { units: [], events, complete: false },
    markets: [],
    merchants: [],
    tiles: [],
    links: [],
    over: false,
    ...given,
  } as unknown as Table;
}

export function line(ply: number, seat: Seat | null = 'B', ...events: Event[]): LogLine {
  return { ply, seat, move: null, events };
}

export function lines(from: number, to: number, seat: Seat | null = 'B'): LogLine[] {
  return Array.from({ length: to - from }, (_, n) => line(from + n, seat));
}

export const scoredLink = (vp: number): Event => ({ event: 'scored_link', seat: 'A', line: 'leek--stoke', vp });

/** Lets everything happen that waits for nothing but its turn. */
export async function settled(): Promise<void> {
  for (let n = 0; n < 20; n++) await Promise.resolve();
}

/** A promise that the test keeps when it wants to. */
export function later<T>(): { promise: Promise<T>; keep: (value: T) => void } {
  let keep!: (value: T) => void;
  const promise = new Promise<T>((resolve) => (keep = resolve));
  return { promise, keep };
}

export const never = <T>(): Promise<T> => new Promise<T>(() => {});

export const clock = {
  start: () => vi.useFakeTimers(),
  stop: () => vi.useRealTimers(),
  pass: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
};
