// The last values of a figure as a line, 48 by 16. Decoration beside the figure: hidden from screen readers.

const WIDTH = 48;
const HEIGHT = 16;
/** Largest value of the scale over that of the series: a series without change runs near the middle, not along the top. */
const HEADROOM = 1.6;

/** `values` oldest first; `length` is how many the full width holds. */
export function Sparkline({ values, length }: { values: readonly number[]; length: number }) {
  if (values.length < 2) return <svg width={WIDTH} height={HEIGHT} aria-hidden="true" />;
  const top = Math.max(...values, 1) * HEADROOM;
  const step = WIDTH / (length - 1);
  const left = WIDTH - step * (values.length - 1);
  const points = values.map((value, i) => {
    const y = HEIGHT - 2 - (value / top) * (HEIGHT - 4);
    return `${(left + i * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--owl-accent)"
        strokeWidth="1.500"
        strokeLinejoin="round"
      />
    </svg>
  );
}
