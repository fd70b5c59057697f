/** How the things of the board are to be shown now. */
/** `also`: something else of the kind is chosen, and this could be chosen instead. */
export type Light = 'lit' | 'also' | 'chosen' | 'faded' | 'plain';

/** Whether the Tab key stops at a thing. */
export function stops(light: Light): 0 | -1 {
  return light === 'faded' || light === 'plain' ? -1 : 0;
}

export type ThingKind = 'slot' | 'line' | 'merchant' | 'market' | 'demand' | 'place';

export interface Thing {
  kind: ThingKind;
  id: string;
}

export interface Lights {
  of: (kind: ThingKind, id: string) => Light;
  /** Shown because a line of the log, a price or another word about it is pointed at. */
  pointed: ReadonlySet<string>;
  /** Nothing is picked yet, so much is possible: glow softly. */
  calm: boolean;
}

export const DARK: Lights = { of: () => 'plain', pointed: new Set(), calm: true };
