/** What the address of the home page may ask for when games are searched. */
export const KEYS = ['show', 'ruleset', 'player', 'result'] as const;
export type Key = (typeof KEYS)[number];
export const SHOWS = ['waiting', 'running', 'open', 'finished'] as const;
export const RULESETS = [
  'birmingham',
  'birmingham-introductory',
  'birmingham-introductory-paid',
  'lancashire-2007',
  'lancashire-2018',
  'lancashire-2018-introductory',
] as const;
export const RESULTS = ['won', 'lost', 'ended'] as const;

const KNOWN: Partial<Record<Key, readonly string[]>> = { show: SHOWS, ruleset: RULESETS, result: RESULTS };

/** What an address asks for, or '' if it does not ask, or for something that there is not. */
export function chosen(query: URLSearchParams, key: Key): string {
  const value = query.get(key) ?? '';
  return KNOWN[key]?.includes(value) === false ? '' : value;
}
