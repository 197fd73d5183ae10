// Cutting a square out of a picture: where it lies and how large it is, in the picture's own pixels. It never leaves the picture.
// The geometry is our own: the picture's pixels fit every canvas that shows the cut; react-easy-crop counts in those of the screen.

/** A picture's size in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Cut of a picture: the middle of the square, and how much closer than "as much as fits" one looks. */
export interface View {
  x: number;
  y: number;
  zoom: number;
}

/** Closer than this nothing is seen any more. */
const ZOOM_MAX = 8;
/** A square of fewer pixels makes a blurred picture. */
const SIDE_MIN = 96;

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), Math.max(min, max));

/** How close one may look. */
export const maxZoom = ({ width, height }: Size): number => clamp(Math.min(width, height) / SIDE_MIN, 1, ZOOM_MAX);

/** The square's side. */
export const sideOf = ({ width, height }: Size, { zoom }: View): number => Math.min(width, height) / zoom;

/** The view with the square inside the picture. */
function inside(picture: Size, view: View): View {
  const zoom = clamp(view.zoom, 1, maxZoom(picture));
  const half = sideOf(picture, { ...view, zoom }) / 2;
  return { zoom, x: clamp(view.x, half, picture.width - half), y: clamp(view.y, half, picture.height - half) };
}

/** As much of the middle as fits. */
export const wholeView = ({ width, height }: Size): View => ({ x: width / 2, y: height / 2, zoom: 1 });

/** The picture pushed by a part of the square's side: to the right and down when positive. */
export function pan(picture: Size, view: View, right: number, down: number): View {
  const side = sideOf(picture, view);
  return inside(picture, { ...view, x: view.x - right * side, y: view.y - down * side });
}

/** View at another zoom; the point at (`atX`, `atY`) of the square, each 0–1, stays where it is as far as the picture allows. */
export function zoomTo(picture: Size, view: View, zoom: number, atX = 0.5, atY = 0.5): View {
  const before = sideOf(picture, view);
  const next = clamp(zoom, 1, maxZoom(picture));
  const after = sideOf(picture, { ...view, zoom: next });
  const x = view.x + (atX - 0.5) * (before - after);
  const y = view.y + (atY - 0.5) * (before - after);
  return inside(picture, { x, y, zoom: next });
}

/** The square's upper left corner and side. */
export function squareOf(picture: Size, view: View): { x: number; y: number; side: number } {
  const side = sideOf(picture, view);
  return { x: view.x - side / 2, y: view.y - side / 2, side };
}
