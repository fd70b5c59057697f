/** The steps of the guided first games. A step is done when the game shows it, so undo and reload need no care. */
import type { Choice, Event } from '../../lib/wire';
import { begun, buyersIn, did, didBefore, hand, myPlaces, neighbours, placeOf, serves, type Sight } from './sight';

export interface Step {
  /** Names its texts. */
  id: string;
  /** Names it among steps of the same texts. */
  key?: string;
  /** Read it, do what it asks for, end the turn, or wait for the next one. */
  kind: 'read' | 'do' | 'end' | 'wait';
  /** CSS selectors of what a step speaks of. The first that is on screen is ringed. */
  at?: (sight: Sight) => string[];
  /** How well a move fits what the step asks for; 0 if it does not. */
  wants?: (choice: Choice, sight: Sight) => number;
  /** The event that shows that it was done. */
  shows?: (event: Event) => boolean;
  /** An industry whose cards a later step needs. */
  keep?: string;
  /** The action it asks for. */
  verb?: string;
}

function thing(kind: string, id: string | undefined): string[] {
  return id === undefined ? [] : [`[data-thing="${kind}:${id}"]`];
}

function read(id: string, at: Step['at'] = () => []): Step {
  return { id, kind: 'read', at };
}

function ending(id: string): Step[] {
  return [
    { id, kind: 'end' },
    { id: 'wait', key: `wait_${id}`, kind: 'wait', at: () => ['.strip', '.players'] },
  ];
}

/** What a step that was read or skipped is remembered by. */
export function keyOf(step: Step): string {
  return step.key ?? step.id;
}

/** How well a place suits a mill that is to be sold by its first canal: a neighbour buys its goods. */
function nearBuyer(sight: Sight, place: string): number {
  return neighbours(sight, place).some((other) => buyersIn(sight, other, 'cotton').length) ? 1 : 0;
}

function joins({ info }: Sight, line: string | null, one: readonly string[], other: readonly string[]): boolean {
  const ends = info.lines.find(({ id }) => id === line)?.ends ?? [];
  return ends.some((end) => one.includes(end)) && ends.some((end) => other.includes(end));
}

const placed = (industry: string) => (event: Event) =>
  event.event === 'placed' && String(event.tile).startsWith(`${industry}.`);
const flippedMill = (event: Event) => event.event === 'flipped' && String(event.tile).startsWith('cotton.');

const myMill = (sight: Sight) =>
  thing(
    'slot',
    sight.table.tiles.find(({ seat, tile }) => sight.table.mine.includes(seat) && tile.startsWith('cotton.'))?.slot,
  );
const myLink = ({ table }: Sight) => thing('line', table.links.find(({ seat }) => table.mine.includes(seat))?.line);
const ownPlate = ({ table }: Sight) => ['.strip', `.player[data-seat="${table.mine[0]}"]`];
/** The town in which the first tile is to be built. */
const firstTown = (step: Step) => (sight: Sight) => {
  const best = bestOf(step, sight, sight.choices);
  return best?.slot ? [`[data-place="${placeOf(sight, best.slot)}"]`] : [];
};

const MILL: Step = {
  id: 'mill',
  kind: 'do',
  verb: 'build',
  wants: (choice, sight) =>
    choice.verb === 'build' && choice.industry === 'cotton' ? 1 + nearBuyer(sight, placeOf(sight, choice.slot!)) : 0,
  shows: placed('cotton'),
  keep: 'coal',
};

const BIRMINGHAM: Step[] = [
  read('welcome'),
  read('town', firstTown(MILL)),
  read('merchant', (sight) => {
    const best = bestOf(MILL, sight, sight.choices);
    const near = best?.slot ? neighbours(sight, placeOf(sight, best.slot)) : [];
    return thing('merchant', near.flatMap((place) => buyersIn(sight, place, 'cotton'))[0]);
  }),
  read('hand', () => ['.hand']),
  read('mat', () => ['.mat', '[data-mat]', '.grip']),
  read('players', ownPlate),
  MILL,
  ...ending('end_first'),
  {
    id: 'canal',
    kind: 'do',
    verb: 'link',
    wants: (choice, sight) => {
      if (choice.verb !== 'link') return 0;
      const mills = myPlaces(sight, 'cotton');
      const buyers = sight.info.places.map(({ id }) => id).filter((id) => buyersIn(sight, id, 'cotton').length);
      return joins(sight, choice.line, mills, buyers) ? 2 : 1;
    },
    shows: (event) => event.event === 'laid',
    keep: 'coal',
  },
  {
    id: 'sell',
    kind: 'do',
    verb: 'sell',
    wants: ({ verb, beer }) => (verb !== 'sell' ? 0 : beer.includes('barrel') ? 2 : 1),
    shows: flippedMill,
    keep: 'coal',
  },
  read('flipped', myMill),
  ...ending('end'),
  {
    id: 'loan',
    kind: 'do',
    verb: 'loan',
    wants: ({ verb, amount }) => (verb === 'loan' ? (amount ?? 1) : 0),
    shows: ({ event }) => event === 'borrowed',
    keep: 'coal',
  },
  read('market', () => [[...thing('market', 'coal'), ...thing('market', 'iron')].join(', ')]),
  {
    id: 'mine',
    kind: 'do',
    verb: 'build',
    wants: ({ verb, industry }) => (verb === 'build' && industry === 'coal' ? 1 : 0),
    shows: placed('coal'),
  },
  { id: 'end_third', kind: 'end' },
  read('scoring', myLink),
  read('more', () => ['[data-verb="develop"]', '[data-act="hint"]']),
  read('done'),
];

const PORT: Step = {
  id: 'port',
  kind: 'do',
  verb: 'build',
  wants: (choice, sight) => {
    if (choice.verb !== 'build' || choice.industry !== 'port') return 0;
    const near = neighbours(sight, placeOf(sight, choice.slot!));
    const cards = hand(sight);
    // A mill can follow next door, and its card is not the one that the port costs.
    const follows = near.some((place) => cards.includes(place) && serves(sight, place, 'cotton'));
    return follows ? 2 : 1;
  },
  shows: placed('port'),
  keep: 'cotton',
};

const LANCASHIRE: Step[] = [
  read('l_welcome'),
  read('town', firstTown(PORT)),
  read('hand', () => ['.hand']),
  read('mat', () => ['.mat', '[data-mat]', '.grip']),
  read('players', ownPlate),
  PORT,
  ...ending('end_first'),
  {
    id: 'l_mill',
    kind: 'do',
    verb: 'build',
    wants: (choice, sight) => {
      if (choice.verb !== 'build' || choice.industry !== 'cotton') return 0;
      const near = myPlaces(sight, 'port').flatMap((place) => neighbours(sight, place));
      return near.includes(placeOf(sight, choice.slot!)) ? 2 : 1;
    },
    shows: placed('cotton'),
  },
  {
    id: 'l_canal',
    kind: 'do',
    verb: 'link',
    wants: (choice, sight) => {
      if (choice.verb !== 'link') return 0;
      return joins(sight, choice.line, myPlaces(sight, 'port'), myPlaces(sight, 'cotton')) ? 2 : 1;
    },
    shows: (event) => event.event === 'laid',
  },
  ...ending('end'),
  read('distant', () => thing('demand', 'distant')),
  {
    id: 'l_sell',
    kind: 'do',
    verb: 'sell',
    wants: ({ verb, port }, { table }) => {
      if (verb !== 'sell') return 0;
      if (port === 'distant') return 1;
      return table.tiles.some(({ slot, seat }) => slot === port && table.mine.includes(seat)) ? 3 : 2;
    },
    shows: flippedMill,
  },
  read('l_flipped', myMill),
  read('level_0', () => ['[data-industry="shipyard"]', '.mat', '.grip']),
  {
    id: 'develop',
    kind: 'do',
    verb: 'develop',
    wants: ({ verb, industry }) => (verb === 'develop' && industry === 'shipyard' ? 1 : 0),
    shows: ({ event, tile }) => event === 'developed' && tile === 'shipyard.0',
  },
  { id: 'end_third', kind: 'end' },
  read('l_scoring', myLink),
  read('l_more', () => ['[data-verb="loan"]', '[data-act="hint"]']),
  read('done'),
];

export function courseOf(ruleset: string): Step[] {
  return ruleset.startsWith('lancashire') ? LANCASHIRE : BIRMINGHAM;
}

/** The move that does best what a step asks for, or null if none of them does it. */
export function bestOf(step: Step, sight: Sight, choices: readonly Choice[]): Choice | null {
  let best: Choice | null = null;
  let most = 0;
  for (const choice of choices) {
    const how = step.wants?.(choice, sight) ?? 0;
    if (how > most) [best, most] = [choice, how];
  }
  return best;
}

/** How well a step is served by the best of some moves. */
export function fitOf(step: Step, sight: Sight, choices: readonly Choice[]): number {
  return Math.max(0, ...choices.map((choice) => step.wants?.(choice, sight) ?? 0));
}

/** The step that is due: the first that is not done. `passed` are the steps that were read or skipped. */
export function due(steps: readonly Step[], passed: ReadonlySet<string>, sight: Sight): number {
  const mine = (step: Step) => (event: Event) =>
    event.seat !== undefined && sight.table.mine.includes(event.seat) && (step.shows?.(event) ?? false);
  const acted = steps.map((step) => step.kind === 'do' && did(sight, mine(step)));
  const isDone = (step: Step, n: number): boolean => {
    if (step.kind === 'read') return passed.has(step.id);
    if (step.kind === 'do') return acted[n]! || passed.has(step.id);
    if (acted.lastIndexOf(true) > n) return true; // the game has gone on since
    if (step.kind === 'wait') return passed.has(keyOf(step)); // the others may be quicker than the reader
    const before = steps
      .slice(0, n)
      .filter(({ kind }) => kind === 'do')
      .at(-1)!;
    return didBefore(sight, mine(before)) || (passed.has(before.id) && !begun(sight));
  };
  const at = steps.findIndex((step, n) => !isDone(step, n));
  return at < 0 ? steps.length - 1 : at;
}
