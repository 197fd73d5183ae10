import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import { viewsForgotten, viewVisited } from '../slice';
import TabsBar from './TabsBar';

/** Each tab is 96 px wide with a gap of 4 px behind it; the strip shows 250 px. */
function laidOut() {
  const place = (element: HTMLElement) => [...(element.parentElement?.children ?? [])].indexOf(element) * 100;
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return place(this);
  });
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(96);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(250);
}

function Bar() {
  return <TabsBar routes={[]} path={useLocation().pathname} />;
}

afterEach(() => {
  store.dispatch(viewsForgotten());
});

it('a tab that comes into view keeps 4 px beside it, and one that is in view moves nothing', async () => {
  windowOf({ still: true });
  laidOut();
  for (const path of ['/a', '/b', '/c', '/d', '/e']) {
    store.dispatch(viewVisited({ path, search: '', hash: '', pinned: false }));
  }
  await renderIn(<Bar />, { at: '/d' });
  const strip = screen.getByRole('navigation').firstElementChild as HTMLElement;
  // The fourth ends at 396 px.
  expect(strip.scrollLeft).toBe(396 + 4 - 250);
  const open = async (name: string) => {
    await userEvent.click(screen.getByRole('link', { name }));
    await waitFor(() => expect(screen.getByRole('link', { name })).toHaveAttribute('aria-current', 'page'));
  };
  await open('/b');
  expect(strip.scrollLeft).toBe(100 - 4);
  await open('/c');
  expect(strip.scrollLeft).toBe(100 - 4);
});
