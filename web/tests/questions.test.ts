import { describe, expect, test } from 'vitest';
import type { Pick } from '../src/game/narrow';
import { aboutCard, aboutMerchant, aboutSlot, aboutVerb } from '../src/game/questions';

const pick = (part: Pick['part'], value: string): Pick => ({ part, value });

describe('what is asked when something cannot be done', () => {
  test('a space alone', () => {
    expect(aboutSlot([], 'leek.2')).toEqual({ question: 'slot', slot: 'leek.2' });
  });
  test('a space with what is picked, and nothing else', () => {
    const picks = [pick('verb', 'build'), pick('card', 'coal'), pick('coal', 'market')];
    expect(aboutSlot(picks, 'leek.2')).toEqual({ question: 'slot', slot: 'leek.2', verb: 'build', card: 'coal' });
  });
  test('a merchant, with the tile that is picked', () => {
    expect(aboutMerchant([], 'oxford.1')).toEqual({ question: 'merchant', merchant: 'oxford.1' });
    expect(aboutMerchant([pick('slot', 'leek.1')], 'oxford.1')).toMatchObject({ slot: 'leek.1' });
  });
  test('a card that cannot pay for the space picked', () => {
    const picks = [pick('slot', 'leek.2'), pick('industry', 'coal'), pick('card', 'stone')];
    expect(aboutCard(picks, 'leek')).toEqual({ question: 'slot', slot: 'leek.2', industry: 'coal', card: 'leek' });
    expect(aboutCard([], 'leek')).toBeNull();
  });
  test('a card that builds nothing, or not the industry that is picked', () => {
    const picks = [pick('verb', 'build'), pick('industry', 'coal')];
    expect(aboutCard(picks, 'leek')).toEqual({ question: 'card', industry: 'coal', card: 'leek' });
    expect(aboutCard([pick('verb', 'link')], 'leek')).toBeNull();
  });
  test('an action', () => expect(aboutVerb('sell')).toEqual({ question: 'verb', verb: 'sell' }));
});
