/** This browser's settings. */
import { guess, speech } from '../words/speech.svelte';

export type Theme = 'system' | 'day' | 'night';
export type Pace = 'instant' | 'quick' | 'normal' | 'slow';
export const PACES: Record<Pace, number> = { instant: 0, quick: 350, normal: 1000, slow: 2200 };

/** How the hand is sorted. */
export type Order = 'kind' | 'name' | 'map';
export const ORDERS: readonly Order[] = ['kind', 'name', 'map'];

/** What waits for a click on "Do it": each action, or only the end of the turn. */
export type Confirming = 'action' | 'turn';

export type Size = 'small' | 'normal' | 'large' | 'huge';
/** The size of all text, in percent. */
export const SIZES: Record<Size, number> = { small: 90, normal: 100, large: 110, huge: 120 };

/** Degrees by which the board may be turned, for those who sit on another side of it. */
export const TURNS: readonly number[] = [0, 90, 180, 270];

const KEY = 'grand-junction';

interface Kept {
  theme?: Theme;
  pace?: Pace;
  lang?: string;
  name?: string;
  guided?: boolean;
  order?: Order;
  confirm?: Confirming;
  size?: Size;
  turn?: number;
  sound?: boolean;
  notify?: boolean;
  coach?: boolean;
  toldOfNotices?: boolean;
}

function read(text: string | null): Kept {
  try {
    return JSON.parse(text ?? '{}') as Kept;
  } catch {
    return {};
  }
}

function kept(): Kept {
  try {
    return read(localStorage.getItem(KEY));
  } catch {
    return {}; // a browser that keeps nothing
  }
}

class Settings {
  theme = $state<Theme>('system');
  pace = $state<Pace>('normal');
  name = $state('');
  order = $state<Order>('kind');
  confirm = $state<Confirming>('action');
  size = $state<Size>('normal');
  turn = $state(0);
  /** How the table calls its player: by a sound, by a notification. */
  sound = $state(false);
  notify = $state(false);
  /** Warn before a turn that loses much, in games without other people. */
  coach = $state(false);
  /** Whether the hint at notices was closed. */
  toldOfNotices = $state(false);
  night = $state(false);

  async start(): Promise<void> {
    const was = kept();
    const asked = new URLSearchParams(location.search);
    this.theme = (asked.get('theme') as Theme | null) ?? was.theme ?? 'system';
    this.pace = (asked.get('pace') as Pace | null) ?? was.pace ?? 'normal';
    this.name = was.name ?? '';
    this.order = was.order ?? 'kind';
    this.confirm = was.confirm ?? 'action';
    this.size = was.size ?? 'normal';
    this.turn = was.turn ?? 0;
    this.sound = was.sound ?? false;
    this.notify = was.notify ?? false;
    this.coach = was.coach ?? false;
    this.toldOfNotices = was.toldOfNotices ?? false;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', () => this.paint());
    window.addEventListener('storage', (event) => {
      if (event.key === KEY) void this.follow(read(event.oldValue), read(event.newValue));
    });
    this.paint();
    await speech.speak(asked.get('lang') ?? was.lang ?? guess(navigator.languages));
  }

  /** Takes over what was changed in another tab, and nothing else. */
  private async follow(was: Kept, now: Kept): Promise<void> {
    if (now.theme && now.theme !== was.theme) {
      this.theme = now.theme;
      this.paint();
    }
    if (now.pace && now.pace !== was.pace) this.pace = now.pace;
    if (now.lang && now.lang !== was.lang) await speech.speak(now.lang);
  }

  paint(): void {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    this.night = this.theme === 'night' || (this.theme === 'system' && dark);
    document.documentElement.dataset['theme'] = this.night ? 'night' : 'day';
    document.documentElement.style.fontSize = this.size === 'normal' ? '' : `${SIZES[this.size]}%`;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.paint();
    this.keep();
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    this.keep();
  }

  setName(name: string): void {
    this.name = name;
    this.keep();
  }

  setOrder(order: Order): void {
    this.order = order;
    this.keep();
  }

  setConfirm(confirm: Confirming): void {
    this.confirm = confirm;
    this.keep();
  }

  setSize(size: Size): void {
    this.size = size;
    this.paint();
    this.keep();
  }

  setCoach(coach: boolean): void {
    this.coach = coach;
    this.keep();
  }

  hideNoticesHint(): void {
    this.toldOfNotices = true;
    this.keep();
  }

  setTurn(turn: number): void {
    this.turn = turn;
    this.keep();
  }

  setSound(sound: boolean): void {
    this.sound = sound;
    this.keep();
  }

  setNotify(notify: boolean): void {
    this.notify = notify;
    this.keep();
  }

  async setLang(lang: string): Promise<void> {
    await speech.speak(lang);
    this.keep();
  }

  private keep(): void {
    try {
      localStorage.setItem(
        KEY,
        JSON.stringify({
          theme: this.theme,
          pace: this.pace,
          lang: speech.lang,
          name: this.name,
          order: this.order,
          confirm: this.confirm,
          size: this.size,
          turn: this.turn,
          sound: this.sound,
          notify: this.notify,
          coach: this.coach,
          toldOfNotices: this.toldOfNotices,
        } satisfies Kept),
      );
    } catch {
      // Without storage the settings last as long as the page.
    }
  }
}

export const settings = new Settings();
