/** The current language and its texts. */
import gameEnglish from '../../../src/grandjunction/words/en.toml';
import english from './en.json';
import { fill, type GameTexts, type Texts, type Values } from './texts';

export const LANGUAGES: Record<string, string> = {
  en: 'English',
  pl: 'Polski',
  ro: 'Română',
  ru: 'Русский',
  'zh-Hant': '繁體中文',
};

const UI = import.meta.glob<{ default: Texts }>('./*.json');
const GAME = import.meta.glob<{ default: GameTexts }>('../../../src/grandjunction/words/*.toml');

/** Returns the first of the browser's languages that we have. */
export function guess(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-')[0] ?? '';
    if (base === 'zh') return 'zh-Hant';
    if (Object.hasOwn(LANGUAGES, base)) return base;
  }
  return 'en';
}

class Speech {
  lang = $state('en');
  ui = $state.raw<Texts>(english as Texts);
  game = $state.raw<GameTexts>(gameEnglish);
  plural = $derived(new Intl.PluralRules(this.lang));
  /** How days and hours are written: our English is British. */
  locale = $derived(this.lang === 'en' ? 'en-GB' : this.lang);

  /** Falls back to a language we have: an address or a setting may name any. */
  async speak(wanted: string): Promise<void> {
    const lang = Object.hasOwn(LANGUAGES, wanted) ? wanted : guess(navigator.languages);
    const ui = UI[`./${lang}.json`];
    const file = Object.keys(GAME).find((path) => path.endsWith(`/${lang}.toml`));
    const [texts, game] = await Promise.all([
      lang === 'en' || !ui ? english : ui().then((module) => module.default),
      lang === 'en' || !file ? gameEnglish : GAME[file]!().then((module) => module.default),
    ]);
    this.ui = texts;
    this.game = game;
    this.lang = lang;
    document.documentElement.lang = lang;
  }
}

export const speech = new Speech();

/** A text of the interface. */
export function t(key: string, values: Values = {}): string {
  return fill(speech.ui[key] ?? (english as Texts)[key] ?? key, values, speech.plural);
}

/** A text of the game's own words. */
export function g(section: string, key: string, values: Values = {}): string {
  const text = speech.game[section]?.[key] ?? gameEnglish[section]?.[key];
  return text === undefined ? key : fill(text, values, speech.plural);
}

/** The text as it stands within a sentence. */
export function small(text: string): string {
  return text.slice(0, 1).toLocaleLowerCase(speech.lang) + text.slice(1);
}

export function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase(speech.lang) + text.slice(1);
}
