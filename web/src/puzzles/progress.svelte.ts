/** What this browser has solved: a rating, the streak, and the days in a row with the puzzle of the day solved. */

const KEY = 'grand-junction-puzzles';
const START = 1200;
/** How far one result moves the rating, at most. */
const STEP = 32;
const SLOPE = 400;
const DAY = 86_400_000;

interface Kept {
  rating: number;
  streak: number;
  longest: number;
  /** By puzzle: whether the first try solved it. */
  first: Record<string, boolean>;
  /** Solved at any time. */
  solved: string[];
  /** The last day whose puzzle was solved, and how many days in a row. */
  day: string;
  days: number;
}

const NOTHING: Kept = { rating: START, streak: 0, longest: 0, first: {}, solved: [], day: '', days: 0 };

function read(): Kept {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return NOTHING; // a browser that keeps nothing, or something else under this key
  }
}

/** The chance that a player solves a puzzle. */
export function expected(player: number, puzzle: number): number {
  return 1 / (1 + 10 ** ((puzzle - player) / SLOPE));
}

/** A player's rating after a result. */
function rated(player: number, puzzle: number, solved: boolean): number {
  return player + STEP * ((solved ? 1 : 0) - expected(player, puzzle));
}

export class Progress {
  private kept = $state.raw<Kept>(read());

  get rating(): number {
    return Math.round(this.kept.rating);
  }
  get streak(): number {
    return this.kept.streak;
  }
  get longest(): number {
    return this.kept.longest;
  }
  get solvedCount(): number {
    return this.kept.solved.length;
  }

  isSolved(id: string): boolean {
    return this.kept.solved.includes(id);
  }

  wasTried(id: string): boolean {
    return id in this.kept.first;
  }

  /** What not solving a puzzle costs the rating: nothing if it was tried before. */
  costOf(id: string, rating: number): number {
    return this.wasTried(id) ? 0 : this.rating - Math.round(rated(this.kept.rating, rating, false));
  }

  /** The days in a row, as seen on a day: a day that was left out ends them. */
  daysAt(day: string): number {
    const { day: last, days } = this.kept;
    return last === day || Date.parse(day) - Date.parse(last) === DAY ? days : 0;
  }

  /** Enters a result. Only the first try at a puzzle counts for the rating and the streak. */
  enter(id: string, rating: number, solved: boolean): void {
    const { kept } = this;
    const next = { ...kept };
    if (!this.wasTried(id)) {
      next.first = { ...kept.first, [id]: solved };
      next.rating = rated(kept.rating, rating, solved);
      next.streak = solved ? kept.streak + 1 : 0;
      next.longest = Math.max(kept.longest, next.streak);
    }
    if (solved && !this.isSolved(id)) next.solved = [...kept.solved, id];
    this.keep(next);
  }

  /** Enters that the puzzle of a day is solved. */
  enterDay(day: string): void {
    if (this.kept.day === day) return;
    this.keep({ ...this.kept, day, days: this.daysAt(day) + 1 });
  }

  private keep(next: Kept): void {
    this.kept = next;
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // kept until the page is left
    }
  }
}

export const progress = new Progress();
