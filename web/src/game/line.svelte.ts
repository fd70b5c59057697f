/** The live line: the WebSocket on which the server sends what is new in a game. */
import { here } from '../lib/base';
import type { Live } from '../lib/wire';

/** The server's code for a line to a game that is not there, or not there any more. */
const NO_GAME = 4404;
const PING = 20_000;
const PATIENCE = 8_000;
const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 8_000;

/** What a connection needs of a live line. */
export interface Line {
  readonly online: boolean;
  open(): void;
  /** Gives the present socket up and opens another. */
  renew(): void;
  close(): void;
}

/** Reconnects by itself after sleep, network loss or a restart of the server. */
export class LiveLine implements Line {
  online = $state(true);
  private socket: WebSocket | null = null;
  private closed = false;
  private wait = SHORTEST_WAIT;
  private beat: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly game: string,
    private readonly hear: (news: Live) => void,
    /** Called whenever the line is lost or cannot be opened. */
    private readonly failed: () => void,
    /** Called when the game is gone. */
    private readonly gone: () => void,
  ) {}

  open(): void {
    if (this.closed) return;
    document.addEventListener('visibilitychange', this.look);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const path = here(`/api/games/${this.game}/live?looking=${!document.hidden}`);
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket === socket) this.look(); // the answer tells the server's time
    };
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      // Not before: a server without its database opens lines only to close them.
      this.online = true;
      this.wait = SHORTEST_WAIT;
      this.alive();
      this.hear(JSON.parse(String(message.data)) as Live);
    };
    socket.onclose = ({ code }) => {
      if (code !== NO_GAME) return this.lost(socket);
      if (this.closed || this.socket !== socket) return;
      this.close();
      this.gone();
    };
  }

  /** Pings the server when the line has been silent for a while. */
  private alive(): void {
    clearTimeout(this.beat);
    this.beat = setTimeout(this.ask, PING);
  }

  /** Pings the server. Also called when the page is seen again: a computer that slept may have lost its line unnoticed. */
  private readonly ask = (): void => {
    const socket = this.socket;
    if (this.closed || !socket || socket.readyState !== WebSocket.OPEN || document.hidden) return;
    socket.send(JSON.stringify({ type: 'ping' }));
    clearTimeout(this.beat);
    this.beat = setTimeout(() => this.lost(socket), PATIENCE);
  };

  /** Says whether the page is visible: a player who does not see it gets a notice. */
  private readonly look = (): void => {
    if (!document.hidden) this.ask();
    else if (this.socket?.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify({ type: 'ping', looking: false }));
  };

  private lost(socket: WebSocket): void {
    if (this.closed || this.socket !== socket) return;
    clearTimeout(this.beat);
    this.socket = null;
    socket.close();
    this.online = false;
    setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    this.failed();
  }

  renew(): void {
    if (this.socket) this.lost(this.socket);
  }

  close(): void {
    this.closed = true;
    document.removeEventListener('visibilitychange', this.look);
    clearTimeout(this.beat);
    this.socket?.close();
  }
}
