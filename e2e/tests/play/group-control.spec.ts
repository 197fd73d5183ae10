// Group control: one phone is played and the others do what it is told; who cannot is marked, and keeps nobody else from it.
import type { Locator, Page } from '@playwright/test';
import { beside, enter, type Language, lend, spoken } from '../../account';
import { expect, expectToast, type Member, signIn, test } from '../../fixtures';
import { act, card, deck, select, shell } from '../../operations';
import { live, notes, openNote, openPhone, picture } from '../../phone';
import { onPhone } from '../../shell';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const words = (language: Language) => wordsIn(language);
type Words = ReturnType<typeof words>;

/** Least height of what a finger hits, in pixels. */
const FINGER_PX = 44;
const LAUNCHER = 'com.owldeck.launcher';
const NOTES = 'com.owldeck.notes';
const GALLERY = 'am start -n com.android.gallery3d/.app.GalleryActivity';

/** Has these phones controlled as a group, the first as the master. */
async function control(page: Page, t: Words, ...names: string[]): Promise<void> {
  await select(page, ...names);
  await act(page, t('list.groupControl'));
  await expect(page).toHaveURL(/\/app\/groupControl\?ids=\d+(,\d+)+&master=\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: t('pages.groupControl') })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: names[0] ?? '', exact: true })).toBeVisible();
  await live(page);
}

/** The small picture of a phone that follows, in the state of these words. */
const cell = (page: Page, t: Words, name: string, state: string): Locator =>
  page.getByRole('button', { name: t('group.cell', { name, state }), exact: true });

/** The small picture of a phone that follows, in time or behind: a busy machine may let it lag. */
const follower = (page: Page, t: Words, name: string): Locator =>
  cell(page, t, name, t('group.state.follows')).or(cell(page, t, name, t('group.state.lagging')));

/** Report of a phone on the activity that is in front. */
const front = (member: Member, name: string): Promise<string> => shell(member, name, 'dumpsys activity');

for (const language of spoken('en-US')) {
  test(`followers do what the master is told, write what is sent to all, and can be let go, ${language}`, async ({
    page,
    demo,
  }) => {
    const member = await demo.member('直播间', '短视频-02', '备用-04');
    const t = words(language);
    const [master, first, second] = ['直播间', '短视频-02', '备用-04'] as const;
    const follows = (name: string) => follower(page, t, name);
    const send = (n: number) => page.getByRole('button', { name: t('group.send', { n: String(n) }), exact: true });
    /** In how many notes a text stands. */
    const written = (text: string) => notes(member).filter((note) => note.includes(text)).length;
    await enter(page, language, member.account);
    await control(page, t, master, first, second);
    for (const name of [first, second]) await expect(follows(name)).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('button', { name: `${t('group.filter.none')} 0`, exact: true })).toBeVisible();

    await openNote(page);
    for (const name of [master, first, second]) await expect.poll(() => front(member, name)).toContain(NOTES);

    const same = page.getByRole('textbox', { name: t('group.fields.same'), exact: true });
    await expect(send(3)).toHaveAttribute('aria-disabled', 'true');
    await same.fill(`你好 ${language}`);
    await send(3).click();
    await expectToast(page, t('group.sent', { count: '3' }));
    await expect(same).toHaveValue('');
    await expect.poll(() => written(`你好 ${language}`)).toBe(3);

    const lines = ['one', 'two', 'three'].map((line) => `${line} ${language}`);
    await page.getByText(t('group.modes.lines'), { exact: true }).click();
    const each = page.getByRole('textbox', { name: t('group.fields.lines'), exact: true });
    await each.fill(lines.join('\n'));
    await send(3).click();
    await expect.poll(() => lines.map(written)).toEqual([1, 1, 1]);

    // One is let go: it does not get the next text, and follows again afterwards.
    await follows(second).click();
    const excluded = cell(page, t, second, t('group.state.excluded'));
    await expect(excluded).toHaveAttribute('aria-pressed', 'false');
    await page.getByText(t('group.modes.same'), { exact: true }).click();
    await same.fill(`for two ${language}`);
    await send(2).click();
    await expect.poll(() => written(`for two ${language}`)).toBe(2);
    await excluded.click();
    await expect(follows(second)).toBeVisible();

    // Out of sync the master alone is used, but "all" still means all.
    const sync = page.getByRole('switch', { name: t('group.sync') });
    await expect(sync).toBeChecked();
    await page.keyboard.press('F8');
    await expect(sync).not.toBeChecked();
    const home = page
      .getByRole('toolbar', { name: t('play.sentTo') })
      .getByRole('button', { name: t('play.home'), exact: true });
    await home.click();
    await expect.poll(() => front(member, master)).toContain(LAUNCHER);
    for (const name of [first, second]) expect(await front(member, name)).toContain(NOTES);
    await page.getByRole('button', { name: t('group.all.home'), exact: true }).click();
    for (const name of [first, second]) await expect.poll(() => front(member, name)).toContain(LAUNCHER);
    await page.keyboard.press('F8');
    await expect(sync).toBeChecked();

    // A second phone becomes the master, and the one of before follows. The address alone keeps that.
    await page.getByRole('button', { name: t('group.menu', { name: first }), exact: true }).click();
    await page.getByRole('menuitem', { name: t('group.makeMaster'), exact: true }).click();
    await expect(page.getByRole('heading', { level: 2, name: first, exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`master=${member.phoneId(first)}$`));
    await live(page);
    for (const name of [master, second]) await expect(follows(name)).toBeVisible();
    // The picture may still have been that of the master before: all three are counted once the new one takes what it is told.
    await expect(send(3)).toBeVisible();
    await shell(member, master, GALLERY);
    await expect.poll(() => front(member, master)).toContain('gallery3d');
    await home.click();
    await expect.poll(() => front(member, master)).toContain(LAUNCHER);

    await page.getByRole('button', { name: t('group.end'), exact: true }).click();
    await expect(page).toHaveURL(/\/app\/index$/);
    await openPhone(page, second);
  });
}

test(
  'who is in use or switched off is marked and keeps nobody from following; leaving frees all',
  SWEPT,
  async ({ page, another, request, demo }) => {
    const member = await demo.member('主力-01', '小店客服', '备用-04', '直播间');
    const t = words('zh-CN');
    const follows = (name: string) => follower(page, t, name);
    const guest = await another();
    const opens = (name: string) =>
      guest.getByRole('article', { name: new RegExp(name) }).dblclick({ position: { x: 70, y: 60 } });
    const toList = (each: Page) =>
      each
        .getByRole('navigation', { name: t('shell.navigation') })
        .getByRole('link', { name: t('pages.phones') })
        .click();
    const { account: visitor } = await demo.member();
    await lend(demo, member, '小店客服', visitor, 'operate');
    await signIn(guest, visitor);
    await openPhone(guest, '小店客服');
    await signIn(page, member.account);
    const { post } = await beside(request, member.account);
    await post('/app-api/infra/cacloud/shutDownInstanceAsync', { phoneIds: [member.phoneId('备用-04')] });
    await expect(card(page, '备用-04')).toContainText('已关机');

    await control(page, t, '主力-01', '小店客服', '备用-04', '直播间');
    await expect(follows('直播间')).toBeVisible();
    await expect(cell(page, t, '小店客服', t('group.state.occupied'))).toBeVisible();
    await expect(cell(page, t, '备用-04', '已关机')).toBeVisible();
    await page.getByRole('button', { name: `${t('group.filter.none')} 2`, exact: true }).click();
    await expect(page.getByRole('list', { name: t('group.followers') }).getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: `${t('group.filter.all')} 3`, exact: true }).click();
    await expect(page.getByRole('button', { name: t('group.send', { n: '2' }), exact: true })).toBeVisible();
    await shell(member, '直播间', GALLERY);
    await expect.poll(() => front(member, '直播间')).toContain('gallery3d');
    await page
      .getByRole('toolbar', { name: t('play.sentTo') })
      .getByRole('button', { name: t('play.home'), exact: true })
      .click();
    await expect.poll(() => front(member, '直播间')).toContain(LAUNCHER);

    // The guest has gone: the phone is brought back, and the guest has to wait.
    await toList(guest);
    const back = page.getByRole('button', { name: t('group.bringBack', { n: '1' }), exact: true });
    await expect(async () => {
      if (await back.isVisible()) await back.click();
      await expect(follows('小店客服')).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await opens('小店客服');
    await expect(guest.getByText('设备正被其他用户使用，请换一台')).toBeVisible();

    await page.getByRole('button', { name: t('group.end'), exact: true }).click();
    await expect(page).toHaveURL(/\/app\/index$/);
    await expect(async () => {
      await toList(guest);
      await opens('小店客服');
      await expect(guest.getByRole('button', { name: t('play.rotate') })).toBeVisible({ timeout: 10_000 });
    }).toPass();
  },
);

test('on a phone master and followers are a tap apart, the dock below both, all for fingers', async ({
  browser,
  baseURL,
  complaints,
  demo,
}) => {
  const member = await demo.member('直播间', '短视频-02');
  const t = words('zh-CN');
  const page = await onPhone(browser, baseURL, 'zh-CN', complaints);
  await enter(page, 'zh-CN', member.account);
  for (const name of ['直播间', '短视频-02'])
    await page.getByRole('checkbox', { name: t('list.select', { name }) }).tap();
  await deck(page)
    .getByRole('button', { name: t('list.groupControl'), exact: true })
    .tap();
  await live(page);
  await expect(page.getByText(t('group.followersOf', { n: '1', all: '1' }), { exact: true })).toBeVisible();
  const dock = page.getByRole('region', { name: t('group.dock') });
  const box = await picture(page).boundingBox();
  const room = await dock.boundingBox();
  expect(box?.width).toBeGreaterThan(200);
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0), 'the picture is whole above the dock').toBeLessThan(room?.y ?? 0);
  expect((room?.y ?? 0) + (room?.height ?? 0), 'the dock is on the screen').toBeLessThanOrEqual(844);
  const fingers = async (part: Locator) => {
    for (const button of await part.getByRole('button').all()) {
      const height = (await button.boundingBox())?.height;
      expect(height, (await button.getAttribute('aria-label')) ?? '').toBeGreaterThanOrEqual(FINGER_PX);
    }
  };
  await fingers(dock);
  await fingers(page.getByRole('toolbar', { name: t('play.sentTo') }));

  await page.getByText(t('group.followersOf', { n: '1', all: '1' }), { exact: true }).tap();
  await expect(picture(page)).toBeHidden();
  await expect(follower(page, t, '短视频-02')).toBeVisible();
  await fingers(page.getByRole('region', { name: t('group.followers') }));
  await shell(member, '短视频-02', GALLERY);
  await expect.poll(() => front(member, '短视频-02')).toContain('gallery3d');
  await dock.getByRole('button', { name: t('group.all.home'), exact: true }).tap();
  await expect.poll(() => front(member, '短视频-02')).toContain(LAUNCHER);
  await page.getByText(t('group.master'), { exact: true }).first().tap();
  await expect(picture(page)).toBeVisible();
  await page.getByRole('button', { name: t('group.end'), exact: true }).tap();
  await expect(page).toHaveURL(/\/app\/index$/);
  await page.context().close();
});
