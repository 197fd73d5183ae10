// One line each: the first for the first phone, the second for the second.

export interface Shares {
  /** Phones with their lines; no phone gets an empty line. */
  texts: { phoneId: number; text: string }[];
  /** Number of phones that get no line. */
  without: number;
  /** Number of lines that no phone gets. */
  over: number;
}

/** Deals the lines to the phones, in their order. Empty lines at the end do not count. */
export function shareLines(text: string, phoneIds: readonly number[]): Shares {
  const lines = text.split(/\r\n|[\r\n]/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  const texts = phoneIds.flatMap((phoneId, at) => {
    const line = lines[at];
    return line?.trim() ? [{ phoneId, text: line }] : [];
  });
  const over = lines.slice(phoneIds.length).filter((line) => line.trim() !== '').length;
  return { texts, without: phoneIds.length - texts.length, over };
}
