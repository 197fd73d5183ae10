// The mark, inline so that it needs no request.

/** `size` in CSS pixels. */
export function Owl({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path fill="#409EFF" d="M3 3l8 4.200a14 14 0 0 1 10 0L29 3v15a13 13 0 0 1-26 0z" />
      <circle cx="10.500" cy="16" r="5.500" fill="#08233F" />
      <circle cx="21.500" cy="16" r="5.500" fill="#08233F" />
      <circle cx="10.500" cy="16" r="2.200" fill="#fff" />
      <circle cx="21.500" cy="16" r="2.200" fill="#fff" />
      <path fill="#08233F" d="M16 20.500l2.600 3L16 27l-2.600-3.500z" />
    </svg>
  );
}
