import { here, inside } from './base';

const shown = () => inside(location.pathname) ?? location.pathname;

/** The page that is shown. The address is the only state. */
class Route {
  path = $state(shown());
  query = $state.raw(new URLSearchParams(location.search));

  constructor() {
    addEventListener('popstate', () => this.read());
  }

  read(): void {
    this.path = shown();
    this.query = new URLSearchParams(location.search);
  }

  /** Shows the page at a path of the client, such as `/rules`. */
  go(to: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', here(to));
    this.read();
    if (!replace) scrollTo(0, 0);
  }
}

export const route = new Route();

/** Follows links inside the client without reloading the page. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const path = inside(link.pathname);
  if (path === null || path.startsWith('/api/')) return;
  event.preventDefault();
  route.go(path + link.search);
}
