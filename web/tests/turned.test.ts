import { expect, test } from 'vitest';
import { boardData, layout } from '../src/map/geometry';
import { turning } from '../src/map/turned';
import { printed } from './board';

const info = printed('birmingham');
const board = boardData(info);

/** Where an SVG transform of the kinds used here brings a point. */
function brought({ x, y }: { x: number; y: number }, transform: string): { x: number; y: number } {
  for (const [, kind, a, b] of [...transform.matchAll(/(\w+)\((\S+?)(?: (\S+))?\)/g)].reverse()) {
    const [first, second] = [Number(a), Number(b)];
    const angle = (first * Math.PI) / 180;
    if (kind === 'scale') [x, y] = [x * first, y * second];
    else if (kind === 'translate') [x, y] = [x + first, y + second];
    else [x, y] = [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
  }
  return { x, y };
}

test.each([0, 90, 180, 270])('turned by %i degrees, every place lies where the ground has it', (turn) => {
  const { plates } = layout(info, turn);
  for (const { id, x, y, w, h } of plates) {
    const at = brought(board.places[id]!, turning(board, turn));
    expect(at.x, id).toBeCloseTo(x + w / 2);
    expect(at.y, id).toBeCloseTo(y + h / 2);
  }
});

test.each([
  [90, (board: { x: number; y: number }[]) => board[0]!.x > board[1]!.x],
  [180, (board: { x: number; y: number }[]) => board[0]!.y > board[1]!.y],
  [270, (board: { x: number; y: number }[]) => board[0]!.x < board[1]!.x],
])('turned by %i degrees, north is on another side', (turn, isThere) => {
  const { plates } = layout(info, turn);
  expect(isThere(['leek', 'redditch'].map((id) => plates.find((plate) => plate.id === id)!))).toBe(true);
});
