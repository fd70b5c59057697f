/** News of a game as they come in, and the pace at which they are shown. */
import type { Live } from '../lib/wire';

const PING = 20_000;
const PATIENCE = 8_000;

/** The live connection; it comes back by itself after sleep, network loss or a restart of the server. */
export class Feed {
  online = $state(true);
  private socket: WebSocket | null = null;
  private closed = false;
  private wait = 500;
  private beat: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly game: string,
    private readonly hear: (news: Live) => void,
    /** Told whenever the line is there (again): what was missed can be asked for. */
    private readonly opened: () => void,
  ) {}

  open(): void {
    if (this.closed) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.online = true;
      this.wait = 500;
      this.alive();
      this.opened();
    };
    socket.onmessage = (message) => {
      this.alive();
      this.hear(JSON.parse(String(message.data)) as Live);
    };
    socket.onclose = () => this.lost(socket);
  }

  /** A line that says nothing for a while is asked whether it is still there. */
  private alive(): void {
    clearTimeout(this.beat);
    this.beat = setTimeout(this.ask, PING);
  }

  /** Also asked when the page is seen again: a computer that slept has often lost its line unnoticed. */
  readonly ask = (): void => {
    const socket = this.socket;
    if (this.closed || !socket || socket.readyState !== WebSocket.OPEN || document.hidden) return;
    socket.send(JSON.stringify({ type: 'ping' }));
    clearTimeout(this.beat);
    this.beat = setTimeout(() => this.lost(socket), PATIENCE);
  };

  private lost(socket: WebSocket): void {
    if (this.closed || this.socket !== socket) return;
    clearTimeout(this.beat);
    this.socket = null;
    socket.close();
    this.online = false;
    setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, 8000);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.beat);
    this.socket?.close();
  }
}

/** Shows one piece of news after the other; `pace` says how long each is to be looked at. */
export class Pacer<News> {
  /** How many wait to be shown. */
  waiting = $state(0);
  private queue: News[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly show: (news: News) => void,
    private readonly pace: (news: News) => number,
  ) {}

  push(news: News): void {
    if (this.timer === undefined && this.pace(news) === 0) {
      this.show(news);
      return;
    }
    this.queue.push(news);
    this.waiting = this.queue.length;
    if (this.timer === undefined) this.next();
  }

  private readonly next = (): void => {
    this.timer = undefined;
    for (let news = this.queue.shift(); news !== undefined; news = this.queue.shift()) {
      this.waiting = this.queue.length;
      this.show(news);
      const pause = this.pace(news);
      if (pause === 0) continue;
      this.timer = setTimeout(this.next, pause);
      return;
    }
  };

  /** Everything that waits, at once. */
  skip(): void {
    this.stop();
    const rest = this.queue;
    this.queue = [];
    this.waiting = 0;
    for (const news of rest) this.show(news);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
