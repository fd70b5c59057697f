import { describe, expect, test } from 'vitest';
import { aboutCard, aboutMerchant, aboutSlot, aboutVerb } from '../src/game/questions';
import type { RulesetInfo, Table } from '../src/lib/wire';

const info = {
  makes: { coal: 'coal' },
  slots: [
    { id: 'leek.1', shows: ['cotton', 'manufacturer'] },
    { id: 'leek.2', shows: ['cotton', 'coal'] },
  ],
  cards: [
    { id: 'leek', industries: [] },
    { id: 'coal', industries: ['coal'] },
  ],
  lines: [
    { id: 'belper--leek', eras: ['rail'] },
    { id: 'leek--stoke', eras: ['canal', 'rail'] },
  ],
} as unknown as RulesetInfo;

function table(tiles: Partial<Table['tiles'][number]>[] = []): Table {
  return { era: 'canal', decision: { name: 'action', seat: 'A' }, tiles, links: [] } as unknown as Table;
}

describe('what is asked when something cannot be done', () => {
  test('a space alone: the first industry it shows', () => {
    expect(aboutSlot({ info, table: table(), picks: [] }, 'leek.2')).toEqual({ question: 'build', industry: 'cotton', place: 'leek' });
  });
  test('a space with a card in hand: the very move, with the industry of the card', () => {
    const picks = [{ part: 'card' as const, value: 'coal' }];
    expect(aboutSlot({ info, table: table(), picks }, 'leek.2')).toEqual({ question: 'move', move: 'build coal leek.2 card coal' });
  });
  test('an own tile that waits to be sold', () => {
    const tiles = [{ slot: 'leek.1', seat: 'A' as const, tile: 'cotton.1', flipped: false }];
    expect(aboutSlot({ info, table: table(tiles), picks: [] }, 'leek.1')).toEqual({ question: 'sell', slot: 'leek.1' });
    expect(aboutVerb({ info, table: table(tiles), picks: [] }, 'sell')).toEqual({ question: 'sell', slot: 'leek.1' });
    expect(aboutMerchant({ info, table: table(tiles), picks: [] }, 'oxford.1')).toEqual({ question: 'move', move: 'sell leek.1 to oxford.1' });
  });
  test('nothing to sell, nothing to ask', () => {
    const mine = [{ slot: 'leek.2', seat: 'A' as const, tile: 'coal.1', flipped: false }];
    expect(aboutVerb({ info, table: table(mine), picks: [] }, 'sell')).toBeNull();
    expect(aboutMerchant({ info, table: table(mine), picks: [] }, 'oxford.1')).toBeNull();
  });
  test('a link is asked about on a line of the era', () => {
    expect(aboutVerb({ info, table: table(), picks: [] }, 'link')).toEqual({ question: 'link', line: 'leek--stoke' });
  });
  test('a card that cannot pay for the building picked', () => {
    const picks = [{ part: 'slot' as const, value: 'leek.2' }, { part: 'industry' as const, value: 'coal' }];
    expect(aboutCard({ info, table: table(), picks }, 'leek')).toEqual({ question: 'move', move: 'build coal leek.2 card leek' });
    expect(aboutCard({ info, table: table(), picks: [] }, 'leek')).toBeNull();
  });
});
