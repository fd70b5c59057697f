/** Which puzzles are wanted, kept in the address. */
import type { PuzzleSummary } from '../lib/wire';

export const LEVELS = ['easy', 'medium', 'hard'] as const;
export type Level = (typeof LEVELS)[number];

/** Ratings from which a puzzle is no longer easy, and from which it is hard. */
const MEDIUM = 1200;
const HARD = 1700;

export function levelOf(rating: number): Level {
  return rating < MEDIUM ? 'easy' : rating < HARD ? 'medium' : 'hard';
}

/** The games to choose from: both editions of Lancashire are one. */
export const GAMES = ['birmingham', 'lancashire'] as const;

export interface Wanted {
  game: string;
  theme: string;
  level: string;
}

export function wantedIn(query: URLSearchParams): Wanted {
  return { game: query.get('game') ?? '', theme: query.get('theme') ?? '', level: query.get('level') ?? '' };
}

/** The address's query for what is wanted; '' if that is everything. */
export function queryOf(wanted: Wanted): string {
  const set = Object.entries(wanted).filter(([, value]) => value !== '');
  return set.length ? `?${new URLSearchParams(set)}` : '';
}

export function fits(puzzle: PuzzleSummary, { game, theme, level }: Wanted): boolean {
  if (game && !puzzle.ruleset.startsWith(game)) return false;
  // Several themes are wanted in a drill.
  if (theme && !theme.split(',').some((one) => (puzzle.themes as string[]).includes(one))) return false;
  return !level || levelOf(puzzle.rating) === level;
}

/** The number by which a puzzle is known: all are numbered, the easiest first. */
export function numberOf(puzzles: readonly PuzzleSummary[], id: string): number {
  return puzzles.findIndex((one) => one.id === id) + 1;
}

export interface Group {
  solved: boolean;
  puzzles: PuzzleSummary[];
  /** How many it has in all. */
  of: number;
}

/** The first puzzles of a list, those that are not solved first. */
export function grouped(puzzles: readonly PuzzleSummary[], isSolved: (id: string) => boolean, most: number): Group[] {
  let room = most;
  return [false, true].flatMap((solved) => {
    const all = puzzles.filter((one) => isSolved(one.id) === solved);
    const some = all.slice(0, room);
    room -= some.length;
    return some.length ? [{ solved, puzzles: some, of: all.length }] : [];
  });
}

/** The puzzle to go on with: one that is not solved yet, nearest to a rating. */
export function nextOf(
  puzzles: readonly PuzzleSummary[],
  wanted: Wanted,
  besides: string,
  rating: number,
  done: (id: string) => boolean,
): PuzzleSummary | null {
  const fitting = puzzles.filter((one) => one.id !== besides && fits(one, wanted));
  const open = fitting.filter((one) => !done(one.id));
  const near = [...(open.length ? open : fitting)];
  near.sort((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating));
  return near[0] ?? null;
}
