/** Reloads the page when the server has another build of the client. The server keeps the draft. */

const KEY = 'grandjunction.build';
const PATIENCE = 3_000;

/** The build of a page, as its server wrote it there; empty in development. */
export function ownBuild(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? '';
}

/** Whether the person is typing something that a reload would lose. */
export function isWriting(page: Document): boolean {
  const at = page.activeElement;
  return (
    (at instanceof HTMLTextAreaElement || at instanceof HTMLInputElement) &&
    !at.readOnly &&
    ['textarea', 'text', 'search'].includes(at.type) &&
    at.value !== ''
  );
}

export class Renewal {
  private waits = false;

  constructor(
    private readonly own: string,
    private readonly memory: Pick<Storage, 'getItem' | 'setItem'>,
    private readonly busy: () => boolean,
    private readonly reload: () => void,
  ) {}

  /** Takes in which build the server has now. Once for each build: a page that stays old must not load forever. */
  hear(build: string | null): void {
    if (!this.own || !build || build === this.own || this.waits || this.memory.getItem(KEY) === build) return;
    this.waits = true;
    this.renew(build);
  }

  private renew(build: string): void {
    if (this.busy()) {
      setTimeout(() => this.renew(build), PATIENCE);
      return;
    }
    this.memory.setItem(KEY, build);
    this.reload();
  }
}

export const renewal =
  typeof document === 'undefined'
    ? new Renewal(
        '',
        { getItem: () => null, setItem: () => undefined },
        () => false,
        () => undefined,
      )
    : new Renewal(
        ownBuild(document),
        sessionStorage,
        () => isWriting(document),
        () => location.reload(),
      );

/** A part of the page that is loaded late may be gone with its build. */
export function watchParts(): void {
  addEventListener('vite:preloadError', () => renewal.hear('another'));
}
