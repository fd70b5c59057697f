/** The units that an undo took back, so that they can be done again. */
import type { Table } from '../lib/wire';

export class Redo {
  /** The next to do again is the last. */
  private taken = $state.raw<string[]>([]);
  /** The units that must be drafted for the next one to follow. */
  private before = $state.raw('');

  /** The unit to do again at a table, if the draft there is as the undo left it. */
  next(table: Table | null): string | null {
    return table?.draft && this.before === mark(table, table.draft.units) ? (this.taken.at(-1) ?? null) : null;
  }

  /** Remembers what an undo is about to take back. */
  undone(table: Table, steps: number | 'all'): void {
    const units = table.draft?.units ?? [];
    const kept = steps === 'all' ? [] : units.slice(0, -steps);
    const earlier = this.next(table) === null ? [] : this.taken;
    this.taken = [...earlier, ...units.slice(kept.length).reverse()];
    this.before = mark(table, kept);
  }

  /** Forgets the unit that was done again. */
  redone(table: Table, unit: string): void {
    this.taken = this.taken.slice(0, -1);
    this.before = mark(table, [...(table.draft?.units ?? []), unit]);
  }
}

/** Identifies a draft: units on top of the moves that are stored. */
function mark(table: Table, units: readonly string[]): string {
  return [table.last_ply, ...units].join('\n');
}
