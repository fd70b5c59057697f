/** Turns the board in steps of 90 degrees, for those who sit on another side of it. What is read stays upright. */
import type { BoardData, Box, Point } from './geometry';

/** Plates are wider than high: a board on its side is stretched, so that they have room (a test looks whether they have). */
const ACROSS = 1.4;
const DOWN = 0.85;
/** There at most so many spaces stand in a row. */
const COLUMNS = 2;
/** The room beside a board on its side for the markets, which stay upright too. */
const MARKETS = 168;
const MARKET_WIDTH = 132;
/** Half the width of a hill. */
const HILL = 9.5;

/** Where a point of the board lies on the turned board. */
function turned({ x, y }: Point, { width, height }: BoardData, turn: number): Point {
  if (turn === 90) return { x: (height - y) * ACROSS, y: x * DOWN };
  if (turn === 180) return { x: width - x, y: height - y };
  return { x: y * ACROSS + MARKETS, y: (width - x) * DOWN };
}

/** The same for the ground, as an SVG transform. */
export function turning({ width, height }: BoardData, turn: number): string {
  if (turn === 90) return `scale(${ACROSS} ${DOWN}) translate(${height} 0) rotate(90)`;
  if (turn === 180) return `translate(${width} ${height}) rotate(180)`;
  if (turn === 270) return `translate(${MARKETS} 0) scale(${ACROSS} ${DOWN}) translate(0 ${width}) rotate(270)`;
  return '';
}

/** The part of a turned board's sheet that the ground takes. */
export function groundOf({ width, height }: BoardData, turn: number): Box {
  if (turn % 180 === 0) return { x: 0, y: 0, w: width, h: height };
  return { x: turn === 270 ? MARKETS : 0, y: 0, w: width - MARKETS, h: height };
}

/** Returns a board with its places turned. `stacked` is the height of its markets, one below the other. */
export function turnedBoard(board: BoardData, turn: number, stacked: number): BoardData {
  if (turn === 0) return board;
  const onSide = turn !== 180;
  const columns = onSide ? COLUMNS : Infinity;
  const [width, height] = onSide ? [board.height * ACROSS + MARKETS, board.width * DOWN] : [board.width, board.height];
  const beside = turn === 90 ? width - MARKETS + 12 : MARKETS - MARKET_WIDTH - 12;
  return {
    ...board,
    width: Math.round(width),
    height: Math.round(height),
    places: Object.fromEntries(
      Object.entries(board.places).map(([id, place]) => [
        id,
        { ...turned(place, board, turn), columns: Math.min(place.columns ?? Infinity, columns) },
      ]),
    ),
    markets: onSide
      ? { x: beside, y: Math.max(24, (height - stacked) / 2) }
      : { x: width - board.markets.x - MARKET_WIDTH, y: height - board.markets.y - stacked },
    cartouche: turned(board.cartouche, board, turn),
    hills: board.hills.map(([x = 0, y = 0, n = 3]) => {
      const at = turned({ x: x + n * HILL, y }, board, turn);
      return [at.x - n * HILL, at.y, n];
    }),
  };
}
