/** The texts of the analysis board, and moves in words. */
import { api } from '../lib/api';
import type { Refusal, RulesetInfo } from '../lib/wire';
import { LateTexts } from '../words/late.svelte';
import { named, refusalText } from '../words/names';
import { speech } from '../words/speech.svelte';
import type { Texts, Values } from '../words/texts';

export const texts = new LateTexts(import.meta.glob<{ default: Texts }>('../words/analysis/*.json'));

/** A text of the analysis board. */
export const a = (key: string, values: Values = {}): string => texts.say(key, values);

/** Why a position is impossible, from the same files as the Python package's. */
export const faults = new LateTexts(
  import.meta.glob<{ default: Texts }>('../../../src/grandjunction/words/position/*.toml'),
);

/** Why a position is impossible, without the rule's ID. What is wrong with the first lines names nothing of a game. */
export function faultText(refusal: Refusal, info: RulesetInfo | null): string {
  const { reason, params } = refusal;
  if (!info) return faults.say(reason, params);
  const board = { info, seats: [] };
  return faults.has(reason) ? faults.say(reason, named(params, board)) : refusalText(refusal, board);
}

const MOST = 1000; // moves in one question

/** Moves in words, by the server: asked for once in each language. */
class MoveWords {
  private known = $state.raw<ReadonlyMap<string, string>>(new Map());
  private readonly asked = new Set<string>();

  /** A move in words; in notation until the words are here. */
  of(ruleset: string, move: string): string {
    return this.known.get(key(ruleset, move)) ?? move;
  }

  /** Asks for the words of moves that are not known yet. */
  async load(ruleset: string, moves: readonly string[]): Promise<void> {
    const { lang } = speech;
    const wanted = [...new Set(moves)].filter((move) => !this.asked.has(key(ruleset, move)));
    for (let n = 0; n < wanted.length; n += MOST) {
      const some = wanted.slice(n, n + MOST);
      for (const move of some) this.asked.add(key(ruleset, move));
      const said = await api.moveWords({ ruleset, moves: some }, lang).catch(() => null);
      if (said) this.known = new Map([...this.known, ...some.map((move, i) => pair(ruleset, lang, move, said[i]!))]);
      else for (const move of some) this.asked.delete(key(ruleset, move));
    }
  }
}

const key = (ruleset: string, move: string, lang = speech.lang): string => `${lang} ${ruleset} ${move}`;

function pair(ruleset: string, lang: string, move: string, text: string): [string, string] {
  return [key(ruleset, move, lang), text];
}

export const moveWords = new MoveWords();
