/**
 * Answers the requests of a table on which one turn is tried. The moves made so far are kept only here: the
 * server returns the position after them. There are no hints and no live updates.
 */
import { api, ServerProblem, type At } from '../lib/api';
import type { Choices, Live, Table } from '../lib/wire';
import type { OpenLine } from './connection.svelte';
import type { Host } from './sit';

interface Tried {
  table: Table;
  choices: Choices;
}

export abstract class TryHost implements Host {
  protected units: string[] = [];
  private shown: Tried | null = null;
  private hear: (message: Live) => void = () => {};

  /** Returns the position after some moves. */
  protected abstract ask(units: string[]): Promise<Tried>;
  /** Called when the turn is ended. */
  protected abstract ended(): Promise<void>;
  abstract why: Host['why'];

  readonly openLine: OpenLine = (_game, hear) => {
    this.hear = hear;
    return { online: true, open() {}, renew() {}, close() {} };
  };

  readonly rules = api.rules;
  readonly ruleset = (id: string) => api.ruleset(id);
  readonly log = () => Promise.resolve([]);
  readonly chat = () => Promise.resolve([]);

  async table(): Promise<Table> {
    return (this.shown ?? (await this.look(this.units))).table;
  }

  async choices(): Promise<Choices> {
    return (this.shown ?? (await this.look(this.units))).choices;
  }

  draft(_game: string, _at: At, move: string): Promise<Table> {
    return this.go([...this.units, move]);
  }

  undo(_game: string, _at: At, steps: number | 'all'): Promise<Table> {
    return this.go(steps === 'all' ? [] : this.units.slice(0, -steps));
  }

  async end(): Promise<Table> {
    await this.ended();
    return this.table();
  }

  hint: Host['hint'] = () => Promise.reject(refused());
  coach: Host['coach'] = () => Promise.reject(refused());
  say: Host['say'] = () => Promise.reject(refused());

  /** Shows the position after other moves. */
  async go(units: string[]): Promise<Table> {
    const { table } = await this.look(units);
    this.hear({ type: 'update', table, log: [] });
    return table;
  }

  private async look(units: string[]): Promise<Tried> {
    this.shown = await this.ask(units);
    this.units = units;
    return this.shown;
  }
}

function refused(): ServerProblem {
  return new ServerProblem(403, { error: 'not_yours', message: '', refusal: null, about: null, table: null });
}
