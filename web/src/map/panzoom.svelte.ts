import { untrack } from 'svelte';

/** How far the edge of the board may be drawn into the frame. */
const SLACK = 48;

/** A position along one axis that leaves no more than the slack empty beside the board. */
function within(at: number, room: number, size: number): number {
  return Math.min(Math.max(at, Math.min(0, room - size) - SLACK), Math.max(0, room - size) + SLACK);
}

/** A position between two edges, well clear of both if there is room for that. */
function clear(at: number, from: number, to: number): number {
  const margin = Math.min(70, Math.max(0, to - from) / 2);
  return Math.min(Math.max(at, from + margin), to - margin);
}

/** Pans and zooms the map by mouse, wheel and touch. */
export class PanZoom {
  x = $state(0);
  y = $state(0);
  k = $state(1);
  width = $state(0);
  height = $state(0);
  /** Fingers or the mouse are moving the map. */
  moving = $state(false);
  /** The press that is ending has moved the map, so it is not a click. */
  dragged = false;

  private pointers = new Map<number, { x: number; y: number }>();
  private least = 0.2;
  private board = { width: 1, height: 1 };
  /** The room that the map had when it was placed last. */
  private room = { width: 0, height: 0 };
  /** How many pixels of the frame are covered from below. */
  private below = 0;
  /** The player has moved the map: it stays there. */
  private kept = false;
  /** Where the map was before it was moved aside to uncover something. */
  private before: { x: number; y: number } | null = null;

  /** Shows the whole map; with `cover`, fills the frame with part of it. */
  fit(width: number, height: number, cover: boolean, inset = 0): void {
    if (this.width === 0 || this.height === 0) return;
    this.kept = false;
    this.before = null;
    this.place(width, height, cover, inset);
  }

  /** Fits the map again when the frame has changed, unless the player has moved it: then its middle stays. */
  refit(width: number, height: number, cover: boolean, inset = 0): void {
    if (this.width === 0 || this.height === 0) return;
    const { kept, board, room } = this;
    if (!kept || board.width !== width || board.height !== height) {
      this.fit(width, height, cover, inset);
      return;
    }
    const now = { width: this.width, height: Math.max(this.height - inset, 100) };
    const [dx, dy] = [(now.width - room.width) / 2, (now.height - room.height) / 2];
    untrack(() => {
      if (this.before) this.before = { x: this.before.x + dx, y: this.before.y + dy };
      this.x += dx;
      this.y += dy;
      this.room = now;
      this.hold();
    });
  }

  private place(width: number, height: number, cover: boolean, inset: number): void {
    const room = Math.max(this.height - inset, 100);
    const whole = Math.min(this.width / width, room / height);
    const filled = Math.max(this.width / width, room / height);
    this.least = whole * 0.8;
    this.board = { width, height };
    this.room = { width: this.width, height: room };
    // Do not read x, y or k here: an effect that calls this would then undo every pan and zoom.
    const k = cover ? Math.min(filled, whole * 2.2) : whole;
    this.k = k;
    this.x = (this.width - width * k) / 2;
    this.y = (room - height * k) / 2;
  }

  /** Keeps the board in the frame, above what covers it from below. */
  private hold(): void {
    this.x = within(this.x, this.width, this.board.width * this.k);
    this.y = within(this.y, Math.max(this.height - this.below, 100), this.board.height * this.k);
  }

  /** Takes note of how many pixels are covered from below. */
  covered(below: number): void {
    this.below = below;
    untrack(() => {
      if (this.kept && !this.before) this.hold();
    });
  }

  /**
   * Moves the map, from where the player has it, just enough to show a point clear of the edges, of what covers the map
   * from below and floats there, and of what lies on it above and beside.
   */
  uncover(x: number, y: number, floats = 0, above = 0, beside = 0): void {
    this.uncoverOne([{ x, y }], floats, above, beside);
  }

  /** Does the same for that one of several points which is shown by the smallest move. */
  uncoverOne(points: readonly { x: number; y: number }[], floats = 0, above = 0, beside = 0): void {
    untrack(() => {
      const home = this.before ?? { x: this.x, y: this.y };
      const moves = points.map(({ x, y }) => {
        const [left, top] = [home.x + x * this.k, home.y + y * this.k];
        const [dx, dy] = [
          clear(left, beside, this.width) - left,
          clear(top, above, this.height - this.below - floats) - top,
        ];
        return { dx, dy, far: Math.hypot(dx, dy) };
      });
      if (!moves.length) return;
      const { dx, dy } = moves.reduce((one, other) => (other.far < one.far ? other : one));
      this.x = home.x + dx;
      this.y = home.y + dy;
      this.before = home;
    });
  }

  /** Brings the map back to where it was before something was uncovered. */
  comeBack(): void {
    if (!this.before) return;
    ({ x: this.x, y: this.y } = this.before);
    this.before = null;
  }

  /** The player moves the map: from now on it stays where they leave it. */
  private take(): void {
    this.kept = true;
    this.before = null;
  }

  zoom(factor: number, cx = this.width / 2, cy = this.height / 2): void {
    const k = Math.min(Math.max(this.k * factor, this.least), 4);
    const by = k / this.k;
    this.take();
    this.x = cx - (cx - this.x) * by;
    this.y = cy - (cy - this.y) * by;
    this.k = k;
    this.hold();
  }

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const box = (event.currentTarget as Element).getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * 0.0014), event.clientX - box.left, event.clientY - box.top);
  };

  down = (event: PointerEvent): void => {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) this.dragged = false;
  };

  move = (event: PointerEvent): void => {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const other = others[0];
    if (other) {
      const box = (event.currentTarget as Element).getBoundingClientRect();
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(now.x - other.x, now.y - other.y);
      this.moving = true;
      this.dragged = true;
      if (was > 0) this.zoom(is / was, (now.x + other.x) / 2 - box.left, (now.y + other.y) / 2 - box.top);
      this.pointers.set(event.pointerId, now);
      return;
    }
    const dx = now.x - before.x;
    const dy = now.y - before.y;
    if (!this.moving && Math.hypot(dx, dy) < 6) return;
    this.moving = true;
    this.dragged = true;
    this.take();
    this.x += dx;
    this.y += dy;
    this.hold();
    this.pointers.set(event.pointerId, now);
  };

  up = (event: PointerEvent): void => {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size === 0) this.moving = false;
  };
}
