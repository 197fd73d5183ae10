// Whether a page is as wide as its window, and a part as its place.
import type { Locator, Page } from '@playwright/test';

/** How far something sticks out sideways, in pixels: of the page, or of the column that scrolls inside the frame, which would hide it. */
export const sticksOut = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const column = document.getElementById('page-scroller');
    const hidden = column ? column.scrollWidth - column.clientWidth : 0;
    return Math.max(hidden, document.documentElement.scrollWidth - window.innerWidth);
  });

/** The texts among these that are wider than their places: cut off, or to be scrolled to. */
export const tooWide = (places: Locator): Promise<string[]> =>
  places.evaluateAll((all) =>
    all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent ?? ''),
  );
