import { describe, expect, it } from 'vitest';
import { allPages } from './allPages';

/** A list of so many numbers, two on a page, that remembers what it was asked for. */
function listOf(total: number, refusedAt = 0) {
  const asked: number[] = [];
  const page = async (pageNo: number) => {
    asked.push(pageNo);
    if (pageNo === refusedAt) return null;
    const all = Array.from({ length: total }, (_, at) => at);
    return { list: all.slice((pageNo - 1) * 2, pageNo * 2), total };
  };
  return { asked, page };
}

describe('the rows of a file', () => {
  it.each([
    [0, [1]],
    [1, [1]],
    [2, [1, 2]],
    [5, [1, 2, 3]],
  ])('are all %i of them', async (total, pages) => {
    const { asked, page } = listOf(total);
    const found = await allPages(page, 2, 100);
    expect(found?.rows).toHaveLength(total);
    expect(found?.total).toBe(total);
    expect(asked).toEqual(pages);
  });

  it('are as many as the file holds, and it is known that there are more', async () => {
    const { asked, page } = listOf(9);
    expect(await allPages(page, 2, 4)).toEqual({ rows: [0, 1, 2, 3], total: 9 });
    expect(asked).toEqual([1, 2]);
    expect(await allPages(page, 2, 3)).toEqual({ rows: [0, 1, 2], total: 9 });
  });

  it('are none when a page is refused', async () => {
    expect(await allPages(listOf(9, 2).page, 2, 100)).toBeNull();
  });
});
