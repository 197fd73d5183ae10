import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { readRouters } from '@/app/permitted';
import { renderIn } from '@/test/render';
import { itemsOf } from './menu';
import SideColumn from './SideColumn';

it('labels every page of the group, those of a group within it below its head, and marks the open one', async () => {
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
          children: [page('feedback', 'feedback/inbox'), page('agreements', 'branding/agreements')],
        },
      ],
    },
  ];
  const [group] = itemsOf(readRouters(list).menu);
  if (!group) throw new Error('no group');
  await renderIn(<SideColumn group={group} active="/operator/shop/agreements" />);
  const column = screen.getByRole('navigation', { name: '运营' });
  expect(
    within(column)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['公告', '用户反馈', '协议']);
  expect(within(column).getByRole('heading', { name: 'Shop front' })).toBeVisible();
  expect(within(column).getByRole('link', { current: 'page' })).toHaveTextContent('协议');
  expect(within(column).getByText('2.2.0')).toBeVisible();
});
