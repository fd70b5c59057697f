/** Decides which things on the board glow, from the choices that are left and never from rules. */
import type { Choice } from '../lib/wire';
import type { Light, Lights, ThingKind } from '../map/lights';
import { possible, type Decided, type Part, type Pick } from './narrow';

export type Source = 'coal' | 'iron' | 'beer';

export function sourceOf(part: Part | null): Source | null {
  return part === 'coal' || part === 'iron' || part === 'beer' ? part : null;
}

/** The parts of a selection that decide the lights. */
interface Picked {
  reachable: readonly Choice[];
  picks: readonly Pick[];
  left: readonly Choice[];
  open: Part | null;
  decided: Decided | null;
  tiled: ReadonlySet<string>;
}

export function lightsOf(picked: Picked, pointed: ReadonlySet<string>): Lights {
  const { reachable, picks, left, open, decided, tiled } = picked;
  const source = sourceOf(open);
  const sources = source ? possible(reachable, picks, source) : new Set<string>();
  const slots = possible(reachable, picks, 'slot');
  const lines = possible(reachable, picks, 'line');
  const buyers = possible(reachable, picks, 'buyer');
  const settled = decided?.choice;
  const chosen = new Set(
    picks.filter((pick) => pick.part !== 'verb' && pick.part !== 'card').map((pick) => pick.value),
  );
  if (settled) for (const id of [settled.slot, settled.line, settled.merchant, settled.port]) if (id) chosen.add(id);
  const started = picks.length > 0;
  const taken = new Set(picks.map((pick) => pick.part));
  const other = (part: Part): Light => (taken.has(part) || settled ? 'also' : 'lit');
  const of = (kind: ThingKind, id: string): Light => {
    if (kind === 'market') {
      if (source === id && sources.has('market')) return 'lit';
      return settled && settled[id as 'coal' | 'iron']?.includes('market') ? 'chosen' : 'plain';
    }
    if (kind === 'demand' && !chosen.has(id)) return buyers.has(id) ? other('buyer') : 'plain';
    if (kind === 'merchant' && source === 'beer' && sources.has('barrel')) {
      return left.some((choice) => choice.merchant === id && choice.beer.includes('barrel')) ? 'lit' : 'faded';
    }
    if (chosen.has(id)) return 'chosen';
    if (source && kind === 'slot') return sources.has(id) ? 'lit' : 'faded';
    if (kind === 'line' && lines.has(id)) return other('line');
    if (kind === 'merchant' && buyers.has(id)) return other('buyer');
    if (kind === 'slot' && (open === 'buyer' || !slots.has(id)) && buyers.has(id)) return other('buyer');
    if (kind === 'slot' && slots.has(id) && !tiled.has(id)) return other('slot');
    return started ? 'faded' : 'plain';
  };
  return { of, pointed, calm: !started };
}
