/** How a thing on the board is lit. `also`: another of its kind is chosen, and this could be chosen instead. */
export type Light = 'lit' | 'also' | 'chosen' | 'faded' | 'plain';

/** The name under which things on the map learn whether its lights are soft. */
export const CALM = Symbol('calm');

/** Whether the Tab key stops at a thing. Before an action is begun it passes the whole map, where much is possible. */
export function stops(light: Light, calm: boolean): 0 | -1 {
  return calm || light === 'faded' || light === 'plain' ? -1 : 0;
}

export type ThingKind = 'slot' | 'line' | 'merchant' | 'market' | 'demand' | 'place';

export interface Thing {
  kind: ThingKind;
  id: string;
}

/** What every thing on the board that can be clicked is given. */
export interface Touchable {
  light: Light;
  /** The player points at a word about it. */
  pointed: boolean;
  label: string;
  act: () => void;
  point: (on: boolean, target: Element) => void;
}

export interface Lights {
  of: (kind: ThingKind, id: string) => Light;
  /** Ids of things that the player points at by a log line, a price or another word. */
  pointed: ReadonlySet<string>;
  /** Nothing is picked yet and much is possible, so lights are soft. */
  calm: boolean;
}

export const DARK: Lights = { of: () => 'plain', pointed: new Set(), calm: true };
