import { untrack } from 'svelte';

/** Moving and zooming of the map, by mouse, wheel, finger and two fingers. */
export class PanZoom {
  x = $state(0);
  y = $state(0);
  k = $state(1);
  width = $state(0);
  height = $state(0);
  moving = $state(false);
  /** The press that ends now has moved the map, so it is no click. */
  dragged = false;

  private pointers = new Map<number, { x: number; y: number }>();
  private least = 0.2;

  /** Show everything; with `cover`, fill the frame and leave the rest to be moved to. */
  fit(width: number, height: number, cover: boolean, inset = 0): void {
    if (this.width === 0 || this.height === 0) return;
    const room = Math.max(this.height - inset, 100);
    const whole = Math.min(this.width / width, room / height);
    const filled = Math.max(this.width / width, room / height);
    this.least = whole * 0.8;
    // Nothing that moving changes is read here: whoever fits the map in an effect would undo every zoom.
    const k = cover ? Math.min(filled, whole * 2.2) : whole;
    this.k = k;
    this.x = (this.width - width * k) / 2;
    this.y = (room - height * k) / 2;
  }

  /** Moves the map as far as needed for a point of it to stand free of the edges and of what covers it below. */
  uncover(x: number, y: number, below: number): void {
    untrack(() => {
      const margin = 70;
      const [left, top] = [this.x + x * this.k, this.y + y * this.k];
      this.x += Math.min(0, this.width - margin - left) + Math.max(0, margin - left);
      this.y += Math.min(0, this.height - below - margin - top) + Math.max(0, margin - top);
    });
  }

  zoom(factor: number, cx = this.width / 2, cy = this.height / 2): void {
    const k = Math.min(Math.max(this.k * factor, this.least), 4);
    const by = k / this.k;
    this.x = cx - (cx - this.x) * by;
    this.y = cy - (cy - this.y) * by;
    this.k = k;
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
      if (was > 0) this.zoom(is / was, (now.x + other.x) / 2 - box.left, (now.y + other.y) / 2 - box.top);
      this.dragged = true;
      this.pointers.set(event.pointerId, now);
      return;
    }
    const dx = now.x - before.x;
    const dy = now.y - before.y;
    if (!this.moving && Math.hypot(dx, dy) < 6) return;
    this.moving = true;
    this.dragged = true;
    this.x += dx;
    this.y += dy;
    this.pointers.set(event.pointerId, now);
  };

  up = (event: PointerEvent): void => {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size === 0) this.moving = false;
  };
}
