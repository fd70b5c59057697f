import { describe, expect, it } from 'vitest';
import { levelOf, levelsOf, meansOf, named } from '../src/pages/strength';
import en from '../src/words/en.json';

const BOTS = ['mine', 'random', 'planner', 'strategist', 'master', 'brewer', 'level-1', 'level-2', 'level-10'];

describe('strengths', () => {
  it('reads a level from the name of a bot', () => {
    expect(levelOf('level-10')).toBe(10);
    expect(levelOf('planner')).toBeNull();
    expect(levelOf('my-level-3')).toBeNull();
  });

  it('offers levels by number, and by name what is no level', () => {
    expect(levelsOf(BOTS)).toBe(3);
    expect(named(BOTS)).toEqual(['mine', 'random', 'brewer']);
  });

  it('says of every level what it plays like', () => {
    const said = Array.from({ length: 10 }, (_, n) => meansOf(n + 1));
    expect(new Set(said).size).toBe(4);
    for (const key of said) expect(Object.keys(en)).toContain(key);
  });
});
