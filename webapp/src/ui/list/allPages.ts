// The rows of a file: all pages of a list, up to as many rows as the file holds.

interface Page<Row> {
  list: readonly Row[];
  /** How many there are in all. */
  total: number;
}

/** Asks for one page after the other. `total` is more than `rows` where the file is too small; null when a page was refused. */
export async function allPages<Row>(
  page: (pageNo: number) => Promise<Page<Row> | null>,
  pageSize: number,
  most: number,
): Promise<{ rows: Row[]; total: number } | null> {
  const rows: Row[] = [];
  for (let pageNo = 1; ; pageNo++) {
    const answer = await page(pageNo);
    if (!answer) return null;
    rows.push(...answer.list.slice(0, most - rows.length));
    if (rows.length >= most) return { rows, total: Math.max(answer.total, rows.length) };
    if (answer.list.length < pageSize) return { rows, total: rows.length };
  }
}
