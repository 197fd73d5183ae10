// Announcements that open by themselves: their order, what dismissing one does to the others, reload and back, scheduling and withdrawal.
import type { APIRequestContext, Page } from '@playwright/test';
import { enter, enterElsewhere } from '../../account';
import { type Demo, expect, PASSWORD, test, timed } from '../../fixtures';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const t = wordsIn('en-US');
const ASKED = /notify-msg-manager\/page.*pageSize=300/;

/** An operator who writes announcements to one member, without a browser. */
async function writerTo(demo: Demo, request: APIRequestContext, userId: number) {
  const userName = `editor${userId}`;
  await demo.seed({
    operators: [{ userName, password: PASSWORD, permissions: ['system:notice:list', 'system:notice:edit'] }],
  });
  const { accessToken } = await enterElsewhere(request, userName, 'APP');
  const post = async (call: string, data: object) => {
    const answer = await request.post(`/admin-api/announcement/${call}`, {
      headers: { authorization: `Bearer ${accessToken}` },
      data,
    });
    const body = await answer.json();
    expect(body.code, body.msg).toBe(0);
    return body.data as { id: number };
  };
  const written = (title: string, more: object) => ({
    msgType: 3,
    contentType: 2,
    titleZh: title,
    titleEn: title,
    contentZh: `<p>${title}</p>`,
    contentEn: `<p>${title}</p>`,
    popFrequency: 3,
    popPriority: 10,
    audience: 2,
    memberIds: [userId],
    ...more,
  });
  return {
    userName,
    announce: async (title: string, more: object = {}): Promise<number> => {
      const { id } = await post('create', written(title, more));
      await post('publish', { id });
      return id;
    },
    change: (id: number, title: string, more: object) => post('update', { ...written(title, more), id }),
    withdraw: (id: number) => post('withdraw', { id }),
  };
}

/** Opens the list as a fresh navigation does. The popups were asked for, and what is due has come: nothing is on its way any more. */
async function arrive(page: Page): Promise<void> {
  const asked = page.waitForResponse(ASKED);
  await page.goto('/app/index');
  await asked;
  await page.waitForLoadState('networkidle');
}

const popup = (page: Page, title: string) => page.getByRole('dialog', { name: title });
const gotIt = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: t('announced.gotIt') })
    .click();

test('of three popups the smallest number comes first, Escape goes to the next, and neither reload nor back brings any', async ({
  page,
  demo,
  request,
}) => {
  const { account } = await demo.member();
  const { userId } = await enterElsewhere(request, account, 'APP');
  const { announce } = await writerTo(demo, request, userId);
  await announce('Oldest', { popPriority: 30 });
  await announce('Middle', { popPriority: 20 });
  await announce('Newest', { popPriority: 10 });
  await enter(page, 'en-US', account, PASSWORD, '/app/index');
  await expect(popup(page, 'Newest')).toContainText(t('announced.nth', { n: '1', of: '3' }));
  await gotIt(page);
  await expect(popup(page, 'Middle')).toContainText(t('announced.nth', { n: '2', of: '3' }));
  await expect(page.getByRole('dialog')).toHaveCount(1);
  // Escape goes to the next one.
  await page.keyboard.press('Escape');
  await expect(popup(page, 'Oldest')).toContainText(t('announced.nth', { n: '3', of: '3' }));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  let asked = 0;
  page.on('request', (each) => {
    if (ASKED.test(each.url())) asked += 1;
  });
  // The page has asked for all it would ask for once nothing is on its way any more.
  await page.reload({ waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/app/notice');
  await expect(page.getByRole('heading', { level: 1, name: t('notices.title') })).toBeVisible();
  await page.goBack({ waitUntil: 'networkidle' });
  await expect(page).toHaveURL(/\/app\/index$/);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(asked).toBe(0);
});

test(
  'a scheduled popup comes with its time and is withdrawn from every browser of its member',
  SWEPT,
  async ({ page, browser, demo, request }) => {
    const { account } = await demo.member();
    const { userId } = await enterElsewhere(request, account, 'APP');
    const { userName, announce, change, withdraw } = await writerTo(demo, request, userId);
    const tomorrow = Date.now() + 24 * 60 * 60 * 1000;
    const title = `Scheduled ${userId}`;
    const id = await announce(title, { fromTime: tomorrow });
    const operator = await browser.newContext({ baseURL: demo.origin });
    const list = await operator.newPage();
    await enter(list, 'en-US', userName, PASSWORD, '/app/operator/announcements');
    const row = list.getByRole('row').filter({ hasText: title });
    await expect(row).toContainText(t('announcements.states.scheduled'));

    await enter(page, 'en-US', account, PASSWORD, '/app/notice');
    await arrive(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await change(id, title, { popFrequency: 1 });
    await arrive(page);
    await expect(popup(page, title)).toBeVisible();
    await list.reload();
    await expect(row).toContainText(t('announcements.states.live'));
    await operator.close();

    // A further browser signs the first one out; each has its own memory of what was confirmed.
    await gotIt(page);
    const elsewhere = await browser.newContext({ baseURL: demo.origin });
    const second = await elsewhere.newPage();
    await enter(second, 'en-US', account, PASSWORD, '/app/notice');
    await arrive(second);
    await expect(popup(second, title)).toBeVisible();
    await withdraw(id);
    await arrive(second);
    await expect(second.getByRole('dialog')).toHaveCount(0);
    await elsewhere.close();
    await enter(page, 'en-US', account, PASSWORD, '/app/notice');
    await arrive(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

timed(
  'over midnight one popup comes every time, one once a day, and one never again',
  SWEPT,
  async ({ page, demo, request }) => {
    const { account } = await demo.member();
    const { userId } = await enterElsewhere(request, account, 'APP');
    const { announce } = await writerTo(demo, request, userId);
    await announce('Every', { popFrequency: 1, popPriority: 10 });
    await announce('Daily', { popFrequency: 2, popPriority: 20 });
    await announce('Once', { popFrequency: 3, popPriority: 30 });
    await enter(page, 'en-US', account, PASSWORD, '/app/notice');
    const comes = async (titles: readonly string[]) => {
      await arrive(page);
      for (const title of titles) {
        await expect(popup(page, title)).toBeVisible();
        await gotIt(page);
      }
      await expect(page.getByRole('dialog')).toHaveCount(0);
    };
    await comes(['Every', 'Daily', 'Once']);
    await comes(['Every']);
    await demo.later(24 * 60 * 60);
    await comes(['Every', 'Daily']);
    await comes(['Every']);
  },
);
