/** A clock in words, for tooltips and screen readers. */
import { duration, pauseAt, seatLeft } from '../lib/clock.svelte';
import type { Seat, TableClock } from '../lib/wire';
import { speech, t } from '../words/speech.svelte';

/** How much time a seat has left, until when its clock is paused, and its time-outs; null for a bot. */
export function clockText(clock: TableClock, seat: Seat, at: number): string | null {
  const left = seatLeft(clock, seat, at);
  if (left === null) return null;
  const running = clock.running === seat;
  const out = running && clock.out;
  const pause = running && !out ? pauseAt(clock, at) : null;
  const late = clock.timeouts[seat] ?? 0;
  const day = new Intl.DateTimeFormat(speech.locale, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
  return [
    out ? t('clock.out') : t('clock.left', { time: duration(left, speech.lang) }),
    ...(pause ? [t('clock.stands', { time: day.format(pause.ends * 1000) })] : []),
    ...(late ? [t('clock.timeouts', { n: late })] : []),
  ].join(' · ');
}
