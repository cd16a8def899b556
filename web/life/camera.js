// The visible part of the field, and the magnification: the size of a cell in canvas pixels.

/** @typedef {import('./protocol.js').Rectangle} Rectangle */

/** Maximum pixels per cell. */
const LARGEST = 64;
/** Minimum pixels per cell. The largest field is then a few hundred pixels wide. */
const SMALLEST = 1 / 128;

/**
 * Zoom stops of the buttons and the wheel, in pixels per cell: integers, or reciprocals of
 * integers.
 */
const STOPS = [1 / 128, 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 6, 1 / 4, 1 / 3, 1 / 2, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];

/** A view of a field. */
export class Camera {
  /** Coordinates of the canvas's top left corner, in cells, and the zoom, in pixels per cell. */
  x = 0;
  y = 0;
  zoom = 1;
  /** Whether the view follows changes of the canvas's size and shows the whole field. */
  fitted = true;

  /**
   * @param {{width: number, height: number}} canvas
   * @param {{width: number, height: number}} field
   */
  constructor(canvas, field) {
    this.canvas = canvas;
    this.field = field;
  }

  /** Shows the whole field, centred. */
  fit() {
    const margin = Math.min(this.canvas.width, this.canvas.height) > 500 ? 0.97 : 1;
    const zoom = Math.min(this.canvas.width / this.field.width, this.canvas.height / this.field.height) * margin;
    this.show({ x: 0, y: 0, width: this.field.width, height: this.field.height }, zoom);
    this.fitted = true;
  }

  /**
   * Centres a rectangle on the canvas.
   * @param {Rectangle} rectangle
   * @param {number} [zoom] pixels per cell; by default, the whole rectangle is shown
   */
  show(rectangle, zoom) {
    const { canvas } = this;
    const fits = Math.min(canvas.width / (rectangle.width + 2), canvas.height / (rectangle.height + 2));
    this.zoom = clamp(zoom ?? Math.min(fits, 24), SMALLEST, LARGEST);
    if (this.zoom > 2) this.zoom = Math.floor(this.zoom);
    this.x = rectangle.x + rectangle.width / 2 - canvas.width / 2 / this.zoom;
    this.y = rectangle.y + rectangle.height / 2 - canvas.height / 2 / this.zoom;
    this.fitted = false;
  }

  /**
   * Returns the cell under a point, which may be outside the field.
   * @param {number} px
   * @param {number} py
   */
  cellAt(px, py) {
    return { x: Math.floor(this.x + px / this.zoom), y: Math.floor(this.y + py / this.zoom) };
  }

  /**
   * Moves the picture by `dx` pixels to the right and by `dy` pixels down.
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.x -= dx / this.zoom;
    this.y -= dy / this.zoom;
    this.hold();
  }

  /**
   * Scales the view; the cell under the point stays in place.
   * @param {number} factor
   * @param {number} px
   * @param {number} py
   */
  scale(factor, px, py) {
    const zoom = clamp(this.zoom * factor, SMALLEST, LARGEST);
    this.x += px / this.zoom - px / zoom;
    this.y += py / this.zoom - py / zoom;
    this.zoom = zoom;
    this.hold();
  }

  /**
   * Zooms to the next of the `STOPS`.
   * @param {1 | -1} way 1 for larger cells, -1 for smaller cells
   * @param {number} [px] the fixed point; the middle of the canvas if omitted
   * @param {number} [py]
   */
  zoomStep(way, px = this.canvas.width / 2, py = this.canvas.height / 2) {
    const next =
      way > 0 ? STOPS.find((stop) => stop > this.zoom * 1.01) : STOPS.findLast((stop) => stop < this.zoom / 1.01);
    if (next !== undefined) this.scale(next / this.zoom, px, py);
  }

  /** Keeps a part of the field visible. */
  hold() {
    this.fitted = false;
    const [width, height] = [this.canvas.width / this.zoom, this.canvas.height / this.zoom];
    this.x = clamp(this.x, -width * 0.75, this.field.width - width * 0.25);
    this.y = clamp(this.y, -height * 0.75, this.field.height - height * 0.25);
  }

  /**
   * Returns the visible part of the field, and the side of the squares to request: a power of two,
   * in cells. It is 1 if a cell is at least one pixel wide; otherwise a square is at most one pixel
   * wide.
   * @returns {{rectangle: Rectangle, scale: number}}
   */
  window() {
    const scale = this.zoom >= 1 ? 1 : 2 ** Math.floor(Math.log2(1 / this.zoom) + 1e-9);
    const down = (/** @type {number} */ at, /** @type {number} */ side) =>
      Math.floor(clamp(at, 0, side) / scale) * scale;
    const x = down(this.x, this.field.width);
    const y = down(this.y, this.field.height);
    const right = clamp(Math.ceil(this.x + this.canvas.width / this.zoom), 0, this.field.width);
    const bottom = clamp(Math.ceil(this.y + this.canvas.height / this.zoom), 0, this.field.height);
    return { rectangle: { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) }, scale };
  }
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
const clamp = (value, least, most) => Math.max(least, Math.min(most, value));
