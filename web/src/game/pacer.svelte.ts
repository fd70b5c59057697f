/** Shows news one after the other; `pause` says how long each stays before the next. */
export class Pacer<News> {
  /** How many are waiting to be shown. */
  waiting = $state(0);
  /** The player has stopped the show. */
  held = $state(false);
  private queue: News[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly show: (news: News) => void,
    private readonly pause: (news: News) => number,
  ) {}

  push(news: News): void {
    if (this.timer === undefined && !this.held && this.pause(news) === 0) {
      this.show(news);
      return;
    }
    this.queue.push(news);
    this.waiting = this.queue.length;
    if (this.timer === undefined && !this.held) this.next();
  }

  private readonly next = (): void => {
    this.timer = undefined;
    for (let news = this.queue.shift(); news !== undefined; news = this.queue.shift()) {
      this.waiting = this.queue.length;
      this.show(news);
      const pause = this.pause(news);
      if (pause === 0) continue;
      this.timer = setTimeout(this.next, pause);
      return;
    }
  };

  /** Stops at what is shown now, or goes on with what waits. */
  hold(held: boolean): void {
    if (held === this.held) return;
    this.held = held;
    if (held) this.stop();
    else this.next();
  }

  /** Shows everything that is waiting, at once. */
  skip(): void {
    this.stop();
    this.held = false;
    const rest = this.queue;
    this.queue = [];
    this.waiting = 0;
    for (const news of rest) this.show(news);
  }

  /** Forgets what is waiting. */
  drop(): void {
    this.stop();
    this.held = false;
    this.queue = [];
    this.waiting = 0;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
