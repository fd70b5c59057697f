/** Where the client lives on its host: `/`, or below a path such as `/brass/`. Its built files lie in `assets` there. */

const file = import.meta.url; // a name of its own: Vite would take `new URL(…, import.meta.url)` for a picture
export const BASE = import.meta.env.DEV ? '/' : new URL('..', file).pathname;

/** The address on this host of a path of the client or of the server, such as `/rules`. */
export function here(path: string, base = BASE): string {
  return base + path.slice(1);
}

/** The path that an address on this host leads to, or null if it is not the client's. */
export function inside(pathname: string, base = BASE): string | null {
  return pathname.startsWith(base) ? pathname.slice(base.length - 1) : null;
}
