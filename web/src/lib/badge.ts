/** The number on the installed app's icon: how many games with other people wait for this player. */
import { api } from './api';
import { isInstalled } from './push';

let asked = 0;

/** Asks how many games wait, and shows it. Called whenever it may have changed; the latest answer counts. */
export async function keepBadge(): Promise<void> {
  const badge = navigator as Navigator & { setAppBadge?: (games: number) => Promise<void> };
  if (!badge.setAppBadge || !isInstalled()) return;
  const number = ++asked;
  try {
    const { games } = await api.waiting();
    if (number === asked) await badge.setAppBadge(games);
  } catch {
    // no connection, or no permission: the next change asks again
  }
}

/** Keeps the number right whenever the app is seen again. */
export function watchBadge(): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void keepBadge();
  });
}
