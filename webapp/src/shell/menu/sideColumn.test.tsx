import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { readRouters } from '@/app/permitted';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import { itemsOf } from './menu';
import SideColumn from './SideColumn';
import SideDrawer from './SideDrawer';
import { useColumn } from './useColumn';

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const menu = { stamp: 'live', feedback: 3, refunds: null, operations: null };

function operators() {
  const page = (path: string, component: string) => ({ path, component });
  const list = [
    {
      path: '/operator',
      component: 'Layout',
      meta: { title: 'operator' },
      children: [
        page('announcements', 'notices/announcements'),
        {
          path: 'shop',
          component: 'ParentView',
          meta: { title: 'Shop front' },
          children: [page('/operator/feedback', 'feedback/inbox'), page('agreements', 'branding/agreements')],
        },
      ],
    },
  ];
  const [group] = itemsOf(readRouters(list).menu);
  if (!group) throw new Error('no group');
  vi.stubGlobal('fetch', async () => Response.json({ code: 0, msg: '', data: menu }));
  return group;
}

it('labels every page of the group, those of a group within it below its head, and marks the open one', async () => {
  const group = operators();
  await renderIn(<SideColumn group={group} active="/operator/shop/agreements" />);
  const column = screen.getByRole('navigation', { name: '运营' });
  expect(
    within(column)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['公告', expect.stringMatching(/^用户反馈/), '协议']);
  expect(within(column).getByRole('heading', { name: 'Shop front' })).toBeVisible();
  expect(within(column).getByRole('link', { current: 'page' })).toHaveTextContent('协议');
  expect(within(column).getByText('2.2.0')).toBeVisible();
});

it('says how much waits for a person, and which database this is', async () => {
  await renderIn(<SideColumn group={operators()} active="/operator/announcements" />);
  expect(await screen.findByText('正式库')).toBeVisible();
  expect(screen.getByRole('link', { name: /用户反馈/ })).toHaveTextContent('3 条待处理');
});

it('lies over the page where it has no room, and goes with Esc', async () => {
  const onClose = vi.fn();
  await renderIn(<SideDrawer group={operators()} active="/operator/announcements" open left={81} onClose={onClose} />);
  const column = await screen.findByRole('navigation', { name: '运营' });
  expect(within(column).getByRole('link', { name: '公告' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

function Moving({ group }: { group: ReturnType<typeof operators> }) {
  const column = useColumn(group, '/operator/announcements');
  return (
    <>
      <button type="button" onClick={column.toggle}>
        menu
      </button>
      <output aria-label="column">
        {column.stands ? 'stands' : column.open ? `over, ${column.drawn?.entry.to}` : 'away'}
      </output>
    </>
  );
}

it('is folded away by the menu button where it stands, and this browser remembers it', async () => {
  windowOf({ wide: true });
  await renderIn(<Moving group={operators()} />);
  const now = screen.getByLabelText('column');
  expect(now).toHaveTextContent('stands');
  await userEvent.click(screen.getByRole('button', { name: 'menu' }));
  expect(now).toHaveTextContent('away');
  expect(localStorage.getItem('groupColumn')).toBe('folded');
  await userEvent.click(screen.getByRole('button', { name: 'menu' }));
  expect(now).toHaveTextContent('stands');
  expect(localStorage.getItem('groupColumn')).toBeNull();
});

it('comes over the page by the same button where it has no room', async () => {
  windowOf({});
  await renderIn(<Moving group={operators()} />);
  const now = screen.getByLabelText('column');
  expect(now).toHaveTextContent('away');
  await userEvent.click(screen.getByRole('button', { name: 'menu' }));
  expect(now).toHaveTextContent('over, /operator');
  await userEvent.click(screen.getByRole('button', { name: 'menu' }));
  expect(now).toHaveTextContent('away');
});
