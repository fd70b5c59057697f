/** The content of a push, and which pushes to show: none twice, and none older than the last one shown. */

export interface Push {
  id: string;
  /** What it is about: a newer one of the same tag takes its place. */
  tag: string;
  title: string;
  body: string;
  /** Where it leads, from the client's base on. */
  path: string;
  /** When it was raised, in seconds since 1970. */
  at: number;
  /** How many games wait for this player. */
  waiting: number;
  lang: string;
}

/** By tag, the last that was shown. */
export type Shown = Record<string, { id: string; at: number }>;

const KEPT = 200;

/** Whether a push is to be shown: it may be another try of one that was, or come late. */
export function isNew(shown: Shown, push: Push): boolean {
  const last = shown[push.tag];
  return last === undefined || (last.id !== push.id && push.at >= last.at);
}

/** What was shown, with one more; the oldest are forgotten. */
export function withShown(shown: Shown, push: Push): Shown {
  const all = Object.entries({ ...shown, [push.tag]: { id: push.id, at: push.at } });
  return Object.fromEntries(all.sort(([, a], [, b]) => b.at - a.at).slice(0, KEPT));
}
