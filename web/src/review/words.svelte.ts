/** The texts of reviews, from the same files as the command's. They are loaded with the page. */
import { g, speech } from '../words/speech.svelte';
import { fill, type Text, type Values } from '../words/texts';

const FILES = import.meta.glob<{ default: Record<string, Text> }>(
  '../../../src/grandjunction/words/reviews_and_hints/*.toml',
);

class ReviewWords {
  private texts = $state.raw<Record<string, Text>>({});
  private lang = '';

  async load(lang: string): Promise<void> {
    const file = Object.keys(FILES).find((path) => path.endsWith(`/${lang}.toml`));
    if (!file || lang === this.lang) return;
    this.texts = (await FILES[file]!()).default;
    this.lang = lang;
  }

  say(key: string, values: Values = {}): string {
    return fill(this.texts[key], values, speech.plural);
  }
}

export const words = new ReviewWords();

/** A text of the review. */
export const r = (key: string, values: Values = {}): string => words.say(key, values);

/** Era and round. */
export const when = (era: string, round: number): string => r('when', { era: g('eras', era), round });
