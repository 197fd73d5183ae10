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

/**
 * The controls that nobody can reach: cut off where nothing scrolls, outside the window, or under another one.
 * What a part that scrolls hides now can be scrolled to; the way past the menu shows itself when it has the focus.
 */
export const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = 'button, a[href]:not([href^="#"]), [role=tab], [role=switch], [role=img][aria-label], .ant-select';
    const all = [...document.querySelectorAll(controls)].filter((each) => each.checkVisibility({ visibilityProperty: true }));
    const nameOf = (each: Element) => each.getAttribute('aria-label') ?? each.textContent ?? '';
    const faults: string[] = [];
    const seen: { control: Element; box: DOMRect }[] = [];
    for (const control of all) {
      const whole = control.getBoundingClientRect();
      let [left, top, right, bottom] = [whole.left, whole.top, whole.right, whole.bottom];
      let scrolls = false;
      for (let part = control.parentElement; part; part = part.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(part);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        scrolls ||= /auto|scroll/.test(overflowX + overflowY) && part !== document.documentElement;
        const place = part.getBoundingClientRect();
        [left, right] = [Math.max(left, place.left), Math.min(right, place.right)];
        [top, bottom] = [Math.max(top, place.top), Math.min(bottom, place.bottom)];
      }
      [left, right] = [Math.max(left, 0), Math.min(right, innerWidth)];
      [top, bottom] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
      const isWhole = right - left > whole.width - 1 && bottom - top > whole.height - 1;
      if (!isWhole && !scrolls) faults.push(`${nameOf(control)} is cut off`);
      if (right > left && bottom > top) seen.push({ control, box: new DOMRect(left, top, right - left, bottom - top) });
    }
    for (const [at, a] of seen.entries()) {
      for (const b of seen.slice(at + 1)) {
        if (a.control.contains(b.control) || b.control.contains(a.control)) continue;
        const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (across > 1 && down > 1) faults.push(`${nameOf(a.control)} and ${nameOf(b.control)} lie over each other`);
      }
    }
    return faults;
  });
