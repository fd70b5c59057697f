/** The server's time, and how much time a clock has left. */
import type { Seat, TableClock } from './wire';

/** Ticks once a second while somebody looks at a clock. All moments are in seconds. */
class ServerTime {
  private ahead = 0;
  private lookers = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  now = $state(Date.now() / 1000);

  /** Takes in what the server's clock says at this moment. */
  hear(at: number): void {
    this.ahead = at - Date.now() / 1000;
    this.tick();
  }

  private tick(): void {
    this.now = Date.now() / 1000 + this.ahead;
  }

  /** Keeps ticking until the returned function is called. */
  look(): () => void {
    this.lookers += 1;
    this.tick();
    this.timer ??= setInterval(() => this.tick(), 1000);
    return () => {
      this.lookers -= 1;
      if (this.lookers > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  }
}

export const serverTime = new ServerTime();

type Running = Pick<TableClock, 'due' | 'pauses'>;

/** The seconds left until a moment, without pauses. */
export function secondsLeft(clock: Running, at: number): number {
  const still = clock.pauses.reduce(
    (sum, pause) => sum + Math.max(0, Math.min(pause.ends, clock.due) - Math.max(pause.begins, at)),
    0,
  );
  return Math.max(0, clock.due - at - still);
}

/** The seconds that a seat has left at a moment; null for a bot. */
export function seatLeft(clock: TableClock, seat: Seat, at: number): number | null {
  const kept = clock.left[seat];
  if (kept === undefined) return null;
  return clock.running === seat ? secondsLeft(clock, at) : kept;
}

/** Why the running clock is paused at a moment, and until when. */
export function pauseAt(clock: TableClock, at: number): TableClock['pauses'][number] | null {
  return clock.pauses.find((pause) => pause.begins <= at && at < pause.ends) ?? null;
}

const UNITS = [
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A time as its two largest units, such as "2d 4h"; below an hour as digits, "12:05". */
export function duration(seconds: number, lang: string): string {
  const whole = Math.ceil(seconds);
  if (whole < 3600) {
    const minutes = Math.floor(whole / 60);
    return `${minutes}:${String(whole % 60).padStart(2, '0')}`;
  }
  return inUnits(whole, lang, 'narrow');
}

/** A time as its two largest units, written out: "1 day", "4 hours". */
export function inUnits(seconds: number, lang: string, unitDisplay: 'narrow' | 'long' = 'long'): string {
  let rest = Math.round(seconds);
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const n = Math.floor(rest / size);
    rest -= n * size;
    if (n > 0 || (parts.length === 1 && unitDisplay === 'narrow'))
      parts.push(new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay }).format(n));
    if (parts.length === 2) break;
  }
  return parts.join(' ');
}

/** Whether so little is left that it should be seen: a tenth of what the pace begins with. */
export function isLow(clock: TableClock, left: number): boolean {
  return left < clock.pace.start / 10;
}
