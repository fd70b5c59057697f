/** Texts that are loaded on first use, so that pages without them stay light. */
import { speech } from './speech.svelte';
import { fill, type Texts, type Values } from './texts';

type Files = Record<string, () => Promise<{ default: Texts }>>;

export class LateTexts {
  private texts = $state.raw<Texts>({});
  /** The language of the loaded texts. */
  lang = $state('');

  constructor(private readonly files: Files) {}

  /** Loads the texts of the current language. An effect that calls this follows the language. */
  async load(): Promise<void> {
    const { lang } = speech;
    const file = Object.entries(this.files).find(([path]) => /\/([^/]+)\.(json|toml)$/.exec(path)?.[1] === lang)?.[1];
    if (!file || lang === this.lang) return;
    const { default: texts } = await file();
    if (lang !== speech.lang) return; // another language was chosen meanwhile
    this.texts = texts;
    this.lang = lang;
  }

  has(key: string): boolean {
    return key in this.texts;
  }

  say(key: string, values: Values = {}): string {
    return fill(this.texts[key], values, speech.plural);
  }
}
