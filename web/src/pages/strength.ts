/** The strengths that a bot can be given: levels, from a beginner's to the best. */

/** How many levels there are: those of `bots/level.py`. */
export const LEVELS = 10;

/** Bots that are the highest levels under another name. */
const HIGHEST = ['planner', 'strategist', 'master'];

/** The level of a bot, or null if its strength is not a number. */
export function levelOf(bot: string): number | null {
  const found = /^level-(\d+)$/.exec(bot);
  return found ? Number(found[1]) : null;
}

/** How many levels the server has. */
export function levelsOf(bots: readonly string[]): number {
  return bots.filter((bot) => levelOf(bot) !== null).length;
}

/** The bots to choose by name. */
export function named(bots: readonly string[]): string[] {
  return bots.filter((bot) => levelOf(bot) === null && !HIGHEST.includes(bot));
}

/** What a level plays like. The bounds are those of `bots/level.py`. */
export function meansOf(level: number): string {
  if (level <= 3) return 'new.plays.weaker';
  if (level <= 6) return 'new.plays.slips';
  if (level <= 8) return 'new.plays.plans';
  return 'new.plays.foresees';
}
