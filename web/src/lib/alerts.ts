/** Calls the player back to the table: by a sound, and by a notification while the page is not in sight. */
import type { Table } from './wire';

/** Whether this browser can notify at all: some allow it on secure pages only. */
export function canNotify(): boolean {
  return 'Notification' in window && window.isSecureContext;
}

/** Asks the browser's permission, which it grants only on a click. Returns whether it is given. */
export async function askToNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  return (await Notification.requestPermission()) === 'granted';
}

/** Whether the table waits for this browser. */
export function isCalled(table: Table | null): boolean {
  const seat = table?.decision.seat ?? null;
  return seat !== null && !table!.over && table!.mine.includes(seat);
}

/** What a browser can do to call somebody. */
export interface Bell {
  ring: () => void;
  notify: (text: string) => void;
}

/** Notices when the table begins to wait for this browser. The first table it sees calls nobody. */
export class Caller {
  private was: boolean | null = null;

  constructor(private readonly bell: Bell) {}

  see(table: Table | null, text: string, wants: { sound: boolean; notify: boolean }): void {
    if (!table) return;
    const called = isCalled(table);
    const begins = called && this.was === false;
    this.was = called;
    if (!begins) return;
    if (wants.sound) this.bell.ring();
    if (wants.notify) this.bell.notify(text);
  }
}

let audio: AudioContext | null = null;

export const browserBell: Bell = {
  /** Two soft strokes, a fifth apart. */
  ring() {
    try {
      audio ??= new AudioContext();
      for (const [n, pitch] of [523.25, 783.99].entries()) {
        const start = audio.currentTime + n * 0.16;
        const tone = audio.createOscillator();
        const loudness = audio.createGain();
        tone.type = 'sine';
        tone.frequency.value = pitch;
        loudness.gain.setValueAtTime(0.0001, start);
        loudness.gain.exponentialRampToValueAtTime(0.22, start + 0.02);
        loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
        tone.connect(loudness).connect(audio.destination);
        tone.start(start);
        tone.stop(start + 0.55);
      }
    } catch {
      // a browser without sound
    }
  },
  notify(text) {
    if (!document.hidden || !canNotify() || Notification.permission !== 'granted') return;
    const shown = new Notification('Grand Junction', { body: text, tag: 'turn' });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  },
};
