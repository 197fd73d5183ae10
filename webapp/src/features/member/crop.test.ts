import { describe, expect, it } from 'vitest';
import { maxZoom, pan, squareOf, wholeView, zoomTo } from './crop';

const picture = { width: 800, height: 600 };
const whole = wholeView(picture);

describe('the square that is cut out of a picture', () => {
  it('begins as the middle, as large as fits', () => {
    expect(squareOf(picture, whole)).toEqual({ x: 100, y: 0, side: 600 });
  });

  it('follows a drag and stops at the edges', () => {
    expect(squareOf(picture, pan(picture, whole, 0.1, 0))).toEqual({ x: 40, y: 0, side: 600 });
    expect(squareOf(picture, pan(picture, whole, 5, 5))).toEqual({ x: 0, y: 0, side: 600 });
    expect(squareOf(picture, pan(picture, whole, -5, -5))).toEqual({ x: 200, y: 0, side: 600 });
  });

  it('zooms around the point that is held', () => {
    const left = squareOf(picture, zoomTo(picture, whole, 2, 0, 0));
    expect(left).toEqual({ x: 100, y: 0, side: 300 });
    const right = squareOf(picture, zoomTo(picture, whole, 2, 1, 1));
    expect(right).toEqual({ x: 400, y: 300, side: 300 });
  });

  it('is inside the picture whatever is asked', () => {
    let view = whole;
    for (const [zoom, atX, atY] of [
      [99, 1, 0],
      [0.1, 0, 1],
      [3, 0.2, 0.9],
      [1.5, 1, 1],
      [-4, 0, 0],
    ] as const) {
      view = zoomTo(picture, pan(picture, view, atX - 0.7, atY - 0.3), zoom, atX, atY);
      const { x, y, side } = squareOf(picture, view);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + side).toBeLessThanOrEqual(picture.width + 1e-9);
      expect(y + side).toBeLessThanOrEqual(picture.height + 1e-9);
    }
  });

  it('is never smaller than what still makes a picture', () => {
    expect(maxZoom(picture)).toBe(6.25);
    expect(maxZoom({ width: 4000, height: 4000 })).toBe(8);
    expect(maxZoom({ width: 50, height: 80 })).toBe(1);
    expect(
      squareOf({ width: 50, height: 80 }, zoomTo({ width: 50, height: 80 }, wholeView({ width: 50, height: 80 }), 3))
        .side,
    ).toBe(50);
  });
});
