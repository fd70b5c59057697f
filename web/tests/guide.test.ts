import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { courseOf, due, keyOf, type Step } from '../src/game/guide/course';
import type { Sight } from '../src/game/guide/sight';
import type { Event } from '../src/lib/wire';
import type { Texts } from '../src/words/texts';

const texts = JSON.parse(readFileSync('src/words/lessons/en.json', 'utf8')) as Texts;
const COURSES = ['birmingham-introductory', 'lancashire-2018-introductory'].map(courseOf);
const source = readFileSync('src/game/guide/pointing.ts', 'utf8') + readFileSync('src/game/guide/Guide.svelte', 'utf8');

test('every step has its texts, and there are no others', () => {
  const ids = new Set(COURSES.flat().map(({ id }) => id));
  const known = new Set(Object.keys(texts).filter((key) => key.startsWith('guide.')));
  for (const id of ids)
    expect([known.has(`guide.${id}.title`), known.has(`guide.${id}.text`)], id).toEqual([true, true]);
  const rest = [...known].filter((key) => !/\.(title|text|tap)$/.test(key) || !ids.has(key.split('.')[1]!));
  for (const key of rest) expect(source, key).toContain(`'${key.replace(/^guide\.now\.|\.tap$/g, '')}'`);
});

/** A game in which the seat A has done this, in earlier turns and in the open one. */
function sight(before: Event[], open: Event[], myTurn = true): Sight {
  const draft = { units: open.map(() => 'unit'), sealed: [], sealed_events: [], events: open };
  return {
    info: {} as Sight['info'],
    table: { mine: ['A'], draft: myTurn ? draft : null } as unknown as Sight['table'],
    log: before.map((event, ply) => ({ ply, seat: 'A', move: '', events: [event] })),
    myTurn,
    choices: [],
  };
}
const event = (kind: string, more: object): Event => ({ event: kind, seat: 'A', ...more }) as unknown as Event;
const MILL = event('placed', { slot: 'birmingham.1', tile: 'cotton.1' });
const CANAL = event('laid', { line: 'birmingham--oxford' });
const SOLD = event('flipped', { slot: 'birmingham.1', tile: 'cotton.1' });

describe('the step that is due', () => {
  const steps = COURSES[0]!;
  const read = new Set(steps.filter(({ kind }: Step) => kind === 'read').map(({ id }) => id));
  const at = (seen: Sight, passed: ReadonlySet<string> = read) => steps[due(steps, passed, seen)]!.id;

  test('begins with what has not been read', () => expect(at(sight([], []), new Set())).toBe('welcome'));
  test('asks for a move', () => expect(at(sight([], []))).toBe('mill'));
  test('sees a drafted move', () => expect(at(sight([], [MILL]))).toBe('end_first'));
  test('comes back when the move is undone', () => expect(at(sight([], []))).toBe('mill'));
  test("does not count a rival's move", () => {
    expect(at(sight([{ ...MILL, seat: 'B' } as Event], []))).toBe('mill');
  });
  test('waits for the turn', () => expect(at(sight([MILL], [], false))).toBe('wait'));
  test('waits for the reader, however quick the others are', () => expect(at(sight([MILL], []))).toBe('wait'));
  const waited = new Set([...read, 'wait_end_first', 'wait_end']);
  test('goes on in the next turn', () => expect(at(sight([MILL], []), waited)).toBe('canal'));
  test('is not led back by another such move', () => expect(at(sight([MILL, CANAL], [CANAL]))).toBe('sell'));
  test('ends the turn of the sale', () => expect(at(sight([MILL], [CANAL, SOLD]))).toBe('end'));
  test('skips what the player skipped', () => {
    expect(at(sight([MILL, CANAL], []), new Set([...waited, 'sell']))).toBe('loan');
  });
  test('ends with the last step', () => {
    expect(at(sight([], []), new Set(steps.map(keyOf)))).toBe('done');
  });
});
