/** Returns the key of the sentence that gives a hint's reason, from the move and its effects. */
import type { Hint } from '../lib/wire';

const VERBS: ReadonlySet<string> = new Set(['build', 'link', 'develop', 'sell', 'loan', 'scout', 'pass']);

export function reasonOf({ move, effects }: Pick<Hint, 'move' | 'effects'>): string {
  const verb = (move.split(' ')[0] ?? '').replace('build_anywhere', 'build');
  if (verb !== 'build') return VERBS.has(verb) ? verb : 'other';
  const happens = (kind: string) => effects.some((event) => event['event'] === kind);
  const built = effects.find((event) => event['event'] === 'placed')?.['slot'];
  if (effects.some((event) => event['event'] === 'flipped' && event['slot'] === built)) return 'flips';
  if (happens('sold_cube')) return 'market';
  return happens('stocked') ? 'stock' : 'build';
}
