// The owl's eyes: open while the picture is live, half in transition or when only watching, shut when off, crossed when failed.
// Always beside words, so hidden from screen readers.

export type Look = 'open' | 'half' | 'shut' | 'crossed';

const shapes: Record<Look, React.ReactNode> = {
  open: (
    <g fill="none" stroke="currentColor" strokeWidth="2.6">
      <circle cx="9" cy="10" r="6.7" />
      <circle cx="27" cy="10" r="6.7" />
      <g fill="currentColor" stroke="none">
        <circle cx="9" cy="10" r="2.9" />
        <circle cx="27" cy="10" r="2.9" />
      </g>
    </g>
  ),
  half: (
    <g fill="none" stroke="currentColor" strokeWidth="2.6" strokeLinejoin="round">
      <path d="M1.800 9h14.400a7.200 7.200 0 0 1-14.400 0z" />
      <path d="M19.800 9h14.400a7.200 7.200 0 0 1-14.400 0z" />
      <path
        d="M6.200 9h5.600a2.800 2.800 0 0 1-5.600 0zM24.200 9h5.600a2.800 2.800 0 0 1-5.600 0z"
        fill="currentColor"
        stroke="none"
      />
    </g>
  ),
  shut: (
    <g fill="none" stroke="currentColor" strokeWidth="2.600" strokeLinecap="round">
      <path d="M2.300 7.500q6.700 8.400 13.400 0M20.300 7.500q6.700 8.400 13.400 0" />
    </g>
  ),
  crossed: (
    <g fill="none" stroke="currentColor" strokeWidth="2.800" strokeLinecap="round">
      <path d="M4 5l10 10M14 5L4 15M22 5l10 10M32 5L22 15" />
    </g>
  ),
};

/** `width` in CSS pixels: 18 on cards, 64 in empty states. */
export function Eyes({ look, width = 18 }: { look: Look; width?: number }) {
  return (
    <svg width={width} height={(width * 20) / 36} viewBox="0 0 36 20" aria-hidden="true" focusable="false">
      {shapes[look]}
    </svg>
  );
}
