/** The study that is being worked on, for when the page is loaded again. */
import type { StudyTree } from '../lib/wire';

const KEY = 'grandjunction.analysis';

export function keep(tree: StudyTree | null): void {
  try {
    if (tree) sessionStorage.setItem(KEY, JSON.stringify(tree));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser without storage, or a full one: the study is still on the page.
  }
}

export function recall(): StudyTree | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StudyTree | null;
  } catch {
    return null;
  }
}
