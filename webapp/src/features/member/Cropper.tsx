// A square of a picture, moved by drag, pinch, wheel or keys, with the sizes in which it will be seen beside it.
// The cropper is our own: keys zoom as well as move, and all sizes are drawn from one decoded picture; react-easy-crop shows an address.
import { Slider } from 'antd';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Cropper.module.css';
import { maxZoom, pan, squareOf, type View, zoomTo } from './crop';

/** The stage's own pixels; shown at half of it where there is room for two a point. */
const STAGE = 576;
/** Edges of the previews, in points. */
const PREVIEWS = [96, 64, 32] as const;
const KEY_STEP = 0.02;
const KEY_LEAP = 0.1;
const ZOOM_STEP = 1.1;
const SHARPNESS = 2;

interface Props {
  picture: ImageBitmap;
  view: View;
  onChange: (change: (view: View) => View) => void;
}

/** Draws what is cut onto a canvas of any size. */
export function drawCut(canvas: HTMLCanvasElement, picture: ImageBitmap, view: View): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { x, y, side } = squareOf(picture, view);
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height);
}

/** View after a key was pressed; null for other keys. The keys move the square, so the picture goes the other way. */
function afterKey(picture: ImageBitmap, view: View, key: string, step: number): View | null {
  switch (key) {
    case 'ArrowLeft':
      return pan(picture, view, step, 0);
    case 'ArrowRight':
      return pan(picture, view, -step, 0);
    case 'ArrowUp':
      return pan(picture, view, 0, step);
    case 'ArrowDown':
      return pan(picture, view, 0, -step);
    case '+':
    case '=':
      return zoomTo(picture, view, view.zoom * ZOOM_STEP);
    case '-':
      return zoomTo(picture, view, view.zoom / ZOOM_STEP);
    default:
      return null;
  }
}

export function Cropper({ picture, view, onChange }: Props) {
  const { t } = useTranslation();
  const hint = useId();
  const stage = useRef<HTMLButtonElement>(null);
  const canvases = useRef<(HTMLCanvasElement | null)[]>([]);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const most = maxZoom(picture);

  useEffect(() => {
    for (const canvas of canvases.current) if (canvas) drawCut(canvas, picture, view);
  }, [picture, view]);

  // React listens to the wheel passively: the page would scroll along.
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const [atX, atY] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
      onChange((old) => zoomTo(picture, old, old.zoom * (event.deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP), atX, atY));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [picture, onChange]);

  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = point(event);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (!other) {
      onChange((old) => pan(picture, old, now.x - before.x, now.y - before.y));
      return;
    }
    const apart = (one: typeof now) => Math.max(Math.hypot(one.x - other.x, one.y - other.y), 0.01);
    onChange((old) => {
      const moved = pan(picture, old, (now.x - before.x) / 2, (now.y - before.y) / 2);
      const zoom = (moved.zoom * apart(now)) / apart(before);
      return zoomTo(picture, moved, zoom, (now.x + other.x) / 2, (now.y + other.y) / 2);
    });
  };
  const lift = (event: PointerEvent<HTMLElement>) => fingers.current.delete(event.pointerId);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = afterKey(picture, view, event.key, event.shiftKey ? KEY_LEAP : KEY_STEP);
    if (!next) return;
    event.preventDefault();
    onChange(() => next);
  };

  return (
    <div className={styles.cropper}>
      <div className={styles.side}>
        <button
          ref={stage}
          type="button"
          className={`owl-plain-button ${styles.stage}`}
          aria-label={t('avatar.stage')}
          aria-describedby={hint}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            fingers.current.set(event.pointerId, point(event));
          }}
          onPointerMove={onPointerMove}
          onPointerUp={lift}
          onPointerCancel={lift}
          onKeyDown={onKeyDown}
        >
          <canvas
            ref={(canvas) => {
              canvases.current[0] = canvas;
            }}
            width={STAGE}
            height={STAGE}
          />
          <span className={styles.ring} aria-hidden="true" />
        </button>
        <Slider
          min={1}
          max={most}
          step={0.01}
          value={view.zoom}
          disabled={most === 1}
          tooltip={{ formatter: null }}
          ariaLabelForHandle={t('avatar.zoom')}
          onChange={(zoom) => onChange((old) => zoomTo(picture, old, zoom))}
        />
        <p id={hint} className={styles.hint}>
          {t('avatar.hint')}
        </p>
      </div>
      <div className={styles.previews} aria-hidden="true">
        {PREVIEWS.map((edge, index) => (
          <canvas
            key={edge}
            ref={(canvas) => {
              canvases.current[index + 1] = canvas;
            }}
            width={edge * SHARPNESS}
            height={edge * SHARPNESS}
            style={{ width: edge, height: edge }}
          />
        ))}
      </div>
    </div>
  );
}
