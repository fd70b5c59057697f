/** Works out where everything on a board is drawn: plates, spaces and curves, from the points of the places. */
import type { RulesetInfo } from '../lib/wire';
import { groundOf, turnedBoard, turning } from './turned';

export const TILE = 56;
const GAP = 4;
const PAD = 6;
const NAME = 20;
const BONUS = 20;

export interface Point {
  x: number;
  y: number;
}
export interface Box extends Point {
  w: number;
  h: number;
}
export interface Spot extends Point {
  id: string;
}
export interface Plate extends Box {
  id: string;
  name: string;
  kind: string;
  slots: Spot[];
  stalls: Spot[];
}
export interface Curve {
  id: string;
  ends: string[];
  eras: string[];
  path: string;
  /** A short line to a third place. */
  branch: string | null;
  mark: Point & { angle: number };
  /** Points along the visible part of the curve. */
  seen: Point[];
}
export interface MarketBox extends Point {
  resource: string;
  columns: number;
}
export interface Layout {
  width: number;
  height: number;
  plates: Plate[];
  curves: Curve[];
  markets: MarketBox[];
  demand: Point | null;
  cartouche: Point;
  sea: string;
  rivers: string[];
  hills: number[][];
  /** Degrees by which the board is turned, and the same for the ground as an SVG transform. All else stands upright. */
  turn: number;
  turning: string;
  ground: Box;
  ferry: string | null;
}

interface PlaceData {
  x: number;
  y: number;
  columns?: number;
}
interface LineData {
  bend?: number;
  via?: string;
}
export interface BoardData {
  width: number;
  height: number;
  places: Record<string, PlaceData>;
  lines: Record<string, LineData>;
  ferry?: string[];
  markets: { x: number; y: number };
  cartouche: Point;
  sea?: string;
  rivers: string[];
  hills: number[][];
}

/** The maps lie with the rulesets' other data: Python draws from them too. */
const BOARDS = import.meta.glob<BoardData>('../../../src/grandjunction/rulesets/*/data/map.toml', {
  eager: true,
  import: 'default',
});

/** The board that has all of a ruleset's places. */
export function boardData(info: RulesetInfo): BoardData {
  const found = Object.values(BOARDS).find((board) => info.places.every((place) => place.id in board.places));
  if (!found) throw new Error(`no map for ${info.id}`);
  return found;
}

/** Height of a market drawn in rows of two. */
export function marketHeight(spaces: number): number {
  return 64 + Math.ceil(spaces / 2) * 30;
}

const DEMAND_HEIGHT = 250;
const BELOW = 18;

export function layout(info: RulesetInfo, turn = 0): Layout {
  const north = boardData(info);
  const heights = info.markets.map((market) => marketHeight(market.prices.length) + BELOW);
  const stacked = heights.reduce((sum, height) => sum + height, info.demand ? DEMAND_HEIGHT : -BELOW);
  const data = turnedBoard(north, turn, stacked);
  const plates = info.places.map((place) => plate(info, place, data.places[place.id]!));
  const byId = new Map(plates.map((item) => [item.id, item]));
  const curves = info.lines.map((line) => curve(line, data.lines[line.id] ?? {}, byId));
  let y = data.markets.y;
  const markets = info.markets.map((market, n) => {
    const box = { resource: market.resource, x: data.markets.x, y, columns: 2 };
    y += heights[n]!;
    return box;
  });
  return {
    width: data.width,
    height: data.height,
    plates,
    curves,
    markets,
    demand: info.demand ? { x: data.markets.x, y } : null,
    cartouche: data.cartouche,
    sea: data.sea ?? '',
    rivers: data.rivers,
    hills: data.hills,
    turn,
    turning: turning(north, turn),
    ground: groundOf(data, turn),
    ferry: data.ferry ? ferry(data.ferry, byId) : null,
  };
}

function nameWidth(name: string): number {
  return name.length * (name.length > 15 ? 7.6 : 9) + 18;
}

function plate(info: RulesetInfo, place: RulesetInfo['places'][number], at: PlaceData): Plate {
  const stalls = info.merchants.filter((merchant) => merchant.place === place.id);
  const count = place.slots.length || stalls.length;
  const columns = Math.max(1, Math.min(at.columns ?? count, count));
  const rows = count ? Math.ceil(count / columns) : 0;
  const grid = columns * TILE + (columns - 1) * GAP;
  const bare = count === 0;
  const w = Math.max(bare ? 0 : grid + 2 * PAD, nameWidth(place.name) + (bare ? 42 : 0));
  const h = NAME + 2 * PAD + rows * TILE + Math.max(0, rows - 1) * GAP + (stalls.length ? BONUS : 0);
  const x = at.x - w / 2;
  const y = at.y - h / 2;
  const left = x + (w - grid) / 2;
  const spot = (id: string, n: number): Spot => ({
    id,
    x: left + (n % columns) * (TILE + GAP),
    y: y + NAME + PAD + Math.floor(n / columns) * (TILE + GAP),
  });
  return {
    id: place.id,
    name: place.name,
    kind: place.kind,
    x,
    y,
    w,
    h,
    slots: place.slots.map(spot),
    stalls: stalls.map((merchant, n) => spot(merchant.id, n)),
  };
}

export function centre(box: Box): Point {
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
}

/** The middle of a space or a merchant. */
export function middle(spot: Point): Point {
  return { x: spot.x + TILE / 2, y: spot.y + TILE / 2 };
}

export function inside(point: Point, box: Box, margin = 0): boolean {
  return (
    point.x > box.x - margin &&
    point.x < box.x + box.w + margin &&
    point.y > box.y - margin &&
    point.y < box.y + box.h + margin
  );
}

function curve(line: RulesetInfo['lines'][number], data: LineData, plates: Map<string, Plate>): Curve {
  const joined = line.ends.filter((end) => end !== data.via);
  const from = plates.get(joined[0]!)!;
  const to = plates.get(joined[1]!)!;
  const a = centre(from);
  const b = centre(to);
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const bend = (data.bend ?? 0) * 2;
  const control = {
    x: (a.x + b.x) / 2 + ((b.y - a.y) / length) * bend,
    y: (a.y + b.y) / 2 - ((b.x - a.x) / length) * bend,
  };
  const at = (t: number): Point => ({
    x: (1 - t) ** 2 * a.x + 2 * t * (1 - t) * control.x + t * t * b.x,
    y: (1 - t) ** 2 * a.y + 2 * t * (1 - t) * control.y + t * t * b.y,
  });
  const seen: Point[] = [];
  for (let step = 0; step <= 120; step++) {
    const point = at(step / 120);
    if (!inside(point, from, 1) && !inside(point, to, 1)) seen.push(point);
  }
  const middle = Math.floor(seen.length / 2);
  const mark = seen[middle] ?? control;
  const before = seen[Math.max(0, middle - 3)] ?? a;
  const after = seen[Math.min(seen.length - 1, middle + 3)] ?? b;
  let angle = (Math.atan2(after.y - before.y, after.x - before.x) * 180) / Math.PI;
  if (angle > 90) angle -= 180;
  if (angle < -90) angle += 180;
  const third = data.via ? plates.get(data.via) : undefined;
  const r = Math.round;
  const out = third ? centre(third) : null;
  return {
    id: line.id,
    ends: line.ends,
    eras: line.eras,
    path: `M${r(a.x)} ${r(a.y)}Q${r(control.x)} ${r(control.y)} ${r(b.x)} ${r(b.y)}`,
    branch: out ? `M${r(mark.x)} ${r(mark.y)}L${r(out.x)} ${r(out.y)}` : null,
    mark: { x: r(mark.x), y: r(mark.y), angle: r(angle) },
    seen,
  };
}

function ferry(ends: string[], plates: Map<string, Plate>): string {
  const [a, b] = ends.map((end) => centre(plates.get(end)!));
  return `M${a!.x} ${a!.y}L${b!.x} ${b!.y}`;
}
