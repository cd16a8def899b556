// Mouse, pen and touch input on the canvas: drawing, moving, zooming.

import { Bits } from './bits.js';

/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {'draw' | 'erase' | 'move'} Tool */

/** Converts pointer events into strokes and moves. */
export class Pointer {
  /** @type {Tool} */
  tool = 'move';
  /** The pressed pointers with their last positions. @type {Map<number, Point>} */
  down = new Map();
  /** The action of a single pressed pointer. @type {Tool | undefined} */
  doing = undefined;
  /** The last cell of the current stroke. @type {Point | undefined} */
  at = undefined;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Camera} camera
   * @param {{moved: () => void, drawn: (bits: Bits, erase: boolean) => void}} listener
   */
  constructor(canvas, camera, listener) {
    this.canvas = canvas;
    this.camera = camera;
    this.listener = listener;
    canvas.addEventListener('pointerdown', (event) => this.press(event));
    canvas.addEventListener('pointermove', (event) => this.drag(event));
    for (const name of /** @type {const} */ (['pointerup', 'pointercancel'])) {
      canvas.addEventListener(name, (event) => this.release(event));
    }
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
  }

  /** @param {Tool} tool */
  use(tool) {
    this.tool = tool;
    this.canvas.dataset.tool = tool;
  }

  /**
   * Returns the position of an event in canvas pixels.
   * @param {MouseEvent} event
   * @returns {Point}
   */
  point(event) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return {
      x: ((event.clientX - left) * this.canvas.width) / Math.max(1, width),
      y: ((event.clientY - top) * this.canvas.height) / Math.max(1, height),
    };
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    const point = this.point(event);
    this.down.set(event.pointerId, point);
    if (this.down.size > 1) {
      this.doing = undefined;
      return;
    }
    this.doing = event.button !== 0 ? 'move' : event.shiftKey && this.tool === 'draw' ? 'erase' : this.tool;
    this.at = undefined;
    if (this.doing !== 'move') this.stroke(point);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.down.get(event.pointerId);
    if (!before) return;
    const point = this.point(event);
    const two = this.down.size === 2;
    const [other] = [...this.down].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    this.down.set(event.pointerId, point);
    if (two && other) this.pinch(before, point, other);
    else if (this.doing === 'move') {
      this.camera.pan(point.x - before.x, point.y - before.y);
      this.listener.moved();
    } else if (this.doing) this.stroke(point);
  }

  /** @param {PointerEvent} event */
  release(event) {
    this.down.delete(event.pointerId);
    this.doing = undefined;
  }

  /**
   * Handles the move of one of two fingers.
   * @param {Point} before
   * @param {Point} now
   * @param {Point} other the position of the other finger
   */
  pinch(before, now, other) {
    const apart = (/** @type {Point} */ point) =>
      Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    // When one of two fingers moves, the midpoint between them moves by half of the distance.
    this.camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.camera.scale(apart(now) / apart(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
    this.listener.moved();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const { x, y } = this.point(event);
    if (event.ctrlKey) this.camera.scale(Math.exp(-event.deltaY / 100), x, y);
    else if (event.deltaY !== 0) this.camera.zoomStep(event.deltaY < 0 ? 1 : -1, x, y);
    this.listener.moved();
  }

  /**
   * Draws a line from the last cell of the stroke to a point. The pen is at least one pixel wide.
   * @param {Point} point
   */
  stroke(point) {
    const { camera } = this;
    const to = camera.cellAt(point.x, point.y);
    const from = this.at ?? to;
    this.at = to;
    const bits = line(from, to, Math.ceil(1 / camera.zoom), camera.field);
    if (bits) this.listener.drawn(bits, this.doing === 'erase');
  }
}

/**
 * Returns the cells of a line within the field, or undefined if all of them are outside.
 * @param {Point} from
 * @param {Point} to
 * @param {number} pen width in cells
 * @param {{width: number, height: number}} field
 */
export function line(from, to, pen, field) {
  const half = (pen - 1) >> 1;
  const x = Math.max(0, Math.min(from.x, to.x) - half);
  const y = Math.max(0, Math.min(from.y, to.y) - half);
  const right = Math.min(field.width, Math.max(from.x, to.x) - half + pen);
  const bottom = Math.min(field.height, Math.max(from.y, to.y) - half + pen);
  if (right <= x || bottom <= y) return undefined;
  const bits = new Bits({ x, y, width: right - x, height: bottom - y });
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  for (let i = 0; i <= steps; i++) {
    const share = steps === 0 ? 0 : i / steps;
    const left = Math.round(from.x + (to.x - from.x) * share) - half;
    const top = Math.round(from.y + (to.y - from.y) * share) - half;
    for (let row = Math.max(top, y); row < Math.min(top + pen, bottom); row++) {
      for (let column = Math.max(left, x); column < Math.min(left + pen, right); column++) bits.set(column - x, row - y);
    }
  }
  return bits;
}
