import type { About } from './wire';

/** The games that people play. Hamlet is a toy for tests and examples. */
export function forPeople(about: About): About['rulesets'] {
  return about.rulesets.filter((one) => one.id !== 'hamlet');
}
