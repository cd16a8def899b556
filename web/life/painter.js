// Paints cells of the field on the canvas.

import { bytesOf } from './bits.js';

/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./protocol.js').Rectangle} Rectangle */

/** Minimum number of pixels per cell at which grid lines are drawn. */
const LINES_FROM = 10;

/** An image of a rectangle of the field, and its position. */
export class Painter {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    const context = canvas.getContext('2d', { alpha: false });
    const picture = document.createElement('canvas');
    const pictureContext = picture.getContext('2d');
    if (!context || !pictureContext) throw new Error('this browser cannot draw on a canvas');
    this.canvas = canvas;
    this.context = context;
    this.picture = picture;
    this.pictureContext = pictureContext;
    /** @type {ImageData | undefined} */
    this.image = undefined;
    /** @type {{rectangle: Rectangle, scale: number} | undefined} */
    this.holds = undefined;
    /** Colours of the shades 0 to 255, as 32-bit pixels. */
    this.palette = new Uint32Array(256);
    this.colours = { beyond: '', edge: '', grid: '' };
    this.readColours();
  }

  /**
   * Reads the colours from the style sheet. This is repeated when the page switches between light
   * and dark.
   */
  readColours() {
    const style = getComputedStyle(this.canvas);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    const [dead, alive] = [parts(colour('--dead')), parts(colour('--alive'))];
    for (let shade = 0; shade < 256; shade++) {
      // Because of the square root, a square with few live cells is visible.
      const share = Math.sqrt(shade / 255);
      const [red, green, blue] = dead.map((part, at) => Math.round(part + (alive[at] - part) * share));
      this.palette[shade] = (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
    }
    this.colours = { beyond: colour('--beyond'), edge: colour('--edge'), grid: colour('--grid') };
  }

  /**
   * Converts the bytes of a rectangle into an image.
   * @param {Rectangle} rectangle
   * @param {number} scale
   * @param {Uint8Array} bytes
   */
  take(rectangle, scale, bytes) {
    const [width, height] = [Math.ceil(rectangle.width / scale), Math.ceil(rectangle.height / scale)];
    this.holds = { rectangle, scale };
    if (width === 0 || height === 0) return;
    if (this.image?.width !== width || this.image.height !== height) {
      this.picture.width = width;
      this.picture.height = height;
      this.image = this.pictureContext.createImageData(width, height);
    }
    const pixels = new Uint32Array(this.image.data.buffer);
    const { palette } = this;
    if (scale > 1) {
      for (let at = 0; at < pixels.length; at++) pixels[at] = palette[bytes[at]];
    } else {
      const [dead, alive] = [palette[0], palette[255]];
      const stride = bytesOf(width);
      for (let y = 0, out = 0; y < height; y++) {
        for (let x = 0; x < width; x += 8) {
          const end = Math.min(8, width - x);
          for (let bit = 0, byte = bytes[y * stride + (x >> 3)]; bit < end; bit++, byte >>= 1) {
            pixels[out++] = byte & 1 ? alive : dead;
          }
        }
      }
    }
    this.pictureContext.putImageData(this.image, 0, 0);
  }

  /**
   * Draws the image at its position in the camera's view.
   * @param {Camera} camera
   */
  draw(camera) {
    const { context, canvas, colours, holds } = this;
    context.fillStyle = colours.beyond;
    context.fillRect(0, 0, canvas.width, canvas.height);
    const toX = (/** @type {number} */ x) => Math.round((x - camera.x) * camera.zoom);
    const toY = (/** @type {number} */ y) => Math.round((y - camera.y) * camera.zoom);
    const { field } = camera;
    if (holds && holds.rectangle.width > 0 && holds.rectangle.height > 0) {
      const { rectangle, scale } = holds;
      const [left, top] = [toX(rectangle.x), toY(rectangle.y)];
      // A pixel of the picture is a square of `scale` × `scale` cells. At the right and lower
      // edges, a square can extend beyond the field.
      const right = toX(rectangle.x + this.picture.width * scale);
      const bottom = toY(rectangle.y + this.picture.height * scale);
      context.save();
      context.beginPath();
      context.rect(toX(0), toY(0), toX(field.width) - toX(0), toY(field.height) - toY(0));
      context.clip();
      context.imageSmoothingEnabled = camera.zoom < 3 && camera.zoom !== Math.round(camera.zoom);
      context.drawImage(this.picture, left, top, right - left, bottom - top);
      if (camera.zoom >= LINES_FROM) this.drawLines(rectangle, toX, toY);
      context.restore();
    }
    context.strokeStyle = colours.edge;
    context.lineWidth = 1;
    context.strokeRect(toX(0) - 0.5, toY(0) - 0.5, toX(field.width) - toX(0) + 1, toY(field.height) - toY(0) + 1);
  }

  /**
   * @param {Rectangle} rectangle
   * @param {(x: number) => number} toX
   * @param {(y: number) => number} toY
   */
  drawLines(rectangle, toX, toY) {
    const { context, canvas, colours } = this;
    context.fillStyle = colours.grid;
    for (let x = rectangle.x; x <= rectangle.x + rectangle.width; x++) context.fillRect(toX(x), 0, 1, canvas.height);
    for (let y = rectangle.y; y <= rectangle.y + rectangle.height; y++) context.fillRect(0, toY(y), canvas.width, 1);
  }
}

/**
 * Returns the red, green and blue components of `#rrggbb`.
 * @param {string} colour
 */
function parts(colour) {
  const number = Number.parseInt(colour.slice(1, 7), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}
