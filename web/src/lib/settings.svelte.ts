/** What this browser prefers. */
import { guess, speech } from '../words/speech.svelte';

export type Theme = 'system' | 'day' | 'night';
export type Pace = 'instant' | 'quick' | 'normal' | 'slow';
export const PACES: Record<Pace, number> = { instant: 0, quick: 350, normal: 1000, slow: 2200 };

const KEY = 'grand-junction';

interface Kept {
  theme?: Theme;
  pace?: Pace;
  lang?: string;
  name?: string;
  guided?: boolean;
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
  night = $state(false);

  async start(): Promise<void> {
    const was = kept();
    const asked = new URLSearchParams(location.search);
    this.theme = (asked.get('theme') as Theme | null) ?? was.theme ?? 'system';
    this.pace = (asked.get('pace') as Pace | null) ?? was.pace ?? 'normal';
    this.name = was.name ?? '';
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', () => this.paint());
    addEventListener('storage', (event) => {
      if (event.key === KEY) void this.follow(read(event.oldValue), read(event.newValue));
    });
    this.paint();
    await speech.speak(asked.get('lang') ?? was.lang ?? guess(navigator.languages));
  }

  /** What was changed in another tab holds here too; what was not stays as it is here. */
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

  async setLang(lang: string): Promise<void> {
    await speech.speak(lang);
    this.keep();
  }

  private keep(): void {
    try {
      localStorage.setItem(
        KEY,
        JSON.stringify({ theme: this.theme, pace: this.pace, lang: speech.lang, name: this.name } satisfies Kept),
      );
    } catch {
      // A browser that keeps nothing asks again next time.
    }
  }
}

export const settings = new Settings();
