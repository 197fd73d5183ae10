// How a phone is looked at: on a desk and on a phone's screen, above other windows, in its own size, in a window of its own; and what is said
// of a phone that takes no touches, loses its picture or is switched off.
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { beside, enter, spoken } from '../../account';
import { outOfReach, tooWide } from '../../fits';
import { expect, type Member, signIn, test } from '../../fixtures';
import { shell } from '../../operations';
import {
  blank,
  breakDown,
  difference,
  live,
  notes,
  openNote,
  openPhone,
  picture,
  pictureLost,
  railOf,
  shot,
  tap,
} from '../../phone';
import { go, openPhone as openStage } from '../../shell';
import { type Translate, wordsIn } from '../../words';

const zh = wordsIn('zh-CN');

const DESK = { width: 1440, height: 900 } as const;
const NAME = '主力-01';

const panelOf = (page: Page, t: Translate): Locator => page.getByRole('complementary', { name: t('play.panel') });
const press = (page: Page, t: Translate, key: string) =>
  railOf(page, t)
    .getByRole('button', { name: t(`play.${key}`), exact: true })
    .click();
const wordsOf = (t: Translate, ...keys: string[]) => keys.map((key) => t(`play.${key}`));
const labels = (page: Page, t: Translate) =>
  railOf(page, t)
    .getByRole('button')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));

/** Parts on a desk: neighbours, keys, panel, figures, and the keyboard, which is the phone's until its switch gives it back. */
async function standsOnADesk(page: Page, t: Translate): Promise<void> {
  const strip = page.getByRole('navigation', { name: t('play.neighbours') });
  await expect(strip.getByRole('link')).toHaveCount(3);
  const own = strip.getByRole('link', { name: t('play.open', { name: NAME }) });
  await expect(own).toHaveAttribute('aria-current', 'page');
  const keys = wordsOf(t, 'back', 'home', 'recents', 'volumeUp', 'volumeDown', 'power');
  const tools = wordsOf(t, 'rotate', 'shot', 'clipboardSend', 'push', 'capture', 'clip', 'sound');
  const views = wordsOf(t, 'ownSize', 'pip', 'popOut', 'fullscreen');
  await expect.poll(() => labels(page, t)).toEqual([...keys, ...tools, ...views]);
  const panel = panelOf(page, t);
  await expect(panel.getByRole('tab')).toHaveText(
    wordsOf(t, 'tab.tools', 'tab.apps', 'tab.files', 'tab.keys', 'tab.info'),
  );
  // The tab that is used most is open at first: the phone's apps.
  await expect(panel.getByRole('tab', { name: t('play.tab.apps') })).toHaveAttribute('aria-selected', 'true');
  await panel.getByRole('tab', { name: t('play.tab.info') }).click();
  await expect(panel.getByText('Orion865')).toBeVisible();
  for (const figure of wordsOf(t, 'delay', 'frames', 'bitrate', 'drops'))
    await expect(page.getByText(figure, { exact: true })).toBeVisible();

  await panel.getByRole('tab', { name: t('play.tab.keys') }).click();
  const capture = panel.getByRole('switch', { name: t('play.capture') });
  await picture(page).click({ position: { x: 5, y: 300 } });
  await expect(capture).toBeChecked();
  await capture.click();
  await expect(panel.getByText(t('play.paused'))).toBeVisible();
  await capture.click();
  await expect(panel.getByText(t('play.captured'))).toBeVisible();
}

/** On a phone's screen the same session: its picture whole between the header and the keys, the rest in a sheet. */
async function standsOnAPhone(page: Page, t: Translate): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('navigation', { name: t('play.neighbours') })).toBeHidden();
  const row = wordsOf(t, 'back', 'home', 'recents', 'volumeUp', 'volumeDown', 'power', 'more');
  await expect.poll(() => labels(page, t)).toEqual(row);
  const box = await picture(page).boundingBox();
  expect(box?.width).toBeGreaterThan(340);
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((await railOf(page, t).boundingBox())?.y ?? 0);
  // Typing is a tap away: the field takes the focus within it, so that the soft keyboard comes.
  const field = page.getByRole('textbox', { name: t('play.textField') });
  const keyboard = page.getByRole('button', { name: t('play.capture'), exact: true });
  await field.blur();
  await keyboard.click();
  await expect(field).toBeFocused();
  await keyboard.click();
  await expect(field).not.toBeFocused();
  await keysAct(page, t);

  await press(page, t, 'more');
  const sheet = page.getByRole('dialog', { name: NAME });
  for (const tool of wordsOf(t, 'rotate', 'shot', 'clip', 'sound', 'fullscreen'))
    await expect(sheet.getByRole('button', { name: tool, exact: true }).first()).toBeVisible();
  await expect(sheet.getByText(t('play.quality'), { exact: true })).toBeVisible();
  await expect(sheet.getByRole('heading', { name: t('play.decoder'), exact: true })).toBeVisible();
  await expect(sheet.getByText(/^720p · /)).toBeVisible();
  // Each tab has the sheet for itself.
  await sheet.getByRole('tab', { name: t('play.tab.info') }).click();
  await expect(sheet.getByText('Orion865')).toBeVisible();
  await expect(sheet.getByRole('button', { name: t('play.fullscreen') })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.setViewportSize(DESK);
}

/** Keys lead somewhere else than where one was: to the recent apps, and home. */
async function keysAct(page: Page, t: Translate): Promise<void> {
  // The page takes its new shape in steps, and may be without a picture between them.
  let stands = await shot(page);
  const settled = async () => {
    const before = stands;
    stands = await shot(page);
    return before.width === stands.width && stands.width <= 390 && !blank(stands) ? difference(before, stands) : 1;
  };
  for (const key of ['recents', 'home']) {
    await expect.poll(settled).toBeLessThan(0.01);
    await press(page, t, key);
    await expect.poll(async () => difference(stands, await shot(page))).toBeGreaterThan(0.1);
  }
}

/** Above other windows, and in its own size. */
async function floatsAndGrows(page: Page, t: Translate): Promise<void> {
  const floats = () =>
    page.evaluate(() => (document.pictureInPictureElement as HTMLVideoElement | null)?.videoWidth ?? 0);
  await press(page, t, 'pip');
  await expect.poll(floats).toBe(720);
  await press(page, t, 'pip');
  await expect.poll(floats).toBe(0);
  const width = async () => (await picture(page).boundingBox())?.width ?? 0;
  await press(page, t, 'ownSize');
  await expect.poll(width).toBe(720);
  await press(page, t, 'ownSize');
  await expect.poll(width).toBeLessThan(500);
}

/** The smallest desk, the most common laptops, a wall; the smallest phone and one on its side. */
const windows = [
  '992x600',
  '1024x768',
  '1200x800',
  '1280x720',
  '1359x768',
  '2560x1440',
  '360x600',
  '390x844',
  '800x600',
];

async function isWholeInEachWindow(page: Page, t: Translate): Promise<void> {
  await panelOf(page, t)
    .getByRole('tab', { name: t('play.tab.apps') })
    .click();
  for (const size of windows) {
    const [width = 0, height = 0] = size.split('x').map(Number);
    await page.setViewportSize({ width, height });
    await expect(page.getByRole('button', { name: t('play.more'), exact: true })).toHaveCount(width < 992 ? 1 : 0);
    await expect.poll(() => outOfReach(page), { message: size }).toEqual([]);
    if (width < 992) continue;
    const tabs = panelOf(page, t).locator('.ant-tabs-nav-wrap');
    await expect.poll(() => tooWide(tabs), { message: size }).toEqual([]);
  }
  await page.setViewportSize(DESK);
}

/** A key that is put on the picture; the first one switches the mapping on, and what is removed can be taken back. */
async function takesAKey(page: Page, t: Translate): Promise<void> {
  const panel = panelOf(page, t);
  await panel.getByRole('tab', { name: t('play.tab.tools') }).click();
  for (const words of wordsOf(t, 'clipboardShare', 'sound', 'soundRests'))
    await expect(panel.getByRole('switch', { name: words, exact: true })).toBeVisible();
  await panel.getByRole('tab', { name: t('play.tab.keys') }).click();
  const mapping = panel.getByRole('switch', { name: t('play.keymap.title') });
  await expect(mapping).toBeDisabled();
  await panel.getByRole('button', { name: t('play.keymap.add') }).click();
  await expect(panel.getByRole('button', { name: t('play.keymap.press') })).toBeVisible();
  await page.keyboard.press('q');
  await page.getByRole('button', { name: t('play.keymap.place', { key: 'Q' }) }).click({ position: { x: 60, y: 60 } });
  await expect(mapping).toBeChecked();
  const drop = panel.getByRole('button', { name: t('play.keymap.drop', { key: 'Q' }) });
  await drop.click();
  await expect(mapping).toBeDisabled();
  await page.getByRole('button', { name: t('play.keymap.undo') }).click();
  await expect(mapping).toBeChecked();
  await drop.click();
  await expect(mapping).toBeDisabled();
}

/** Puts two phones into a group: those of its group stand beside a phone that is in one, and lead to each other. */
async function standsBesideItsGroup(
  page: Page,
  request: APIRequestContext,
  member: Member,
  t: Translate,
): Promise<void> {
  const { post } = await beside(request, member.account);
  const group = await post('/app-api/trade/phone-group/create', { name: 'Owls' });
  const phoneIds = [NAME, '选品 A'].map(member.phoneId);
  await post('/app-api/trade/phone-group/move', { groupId: group.id ?? group, phoneIds });
  await go(page, '/index');
  await openStage(page);
  const mates = page.getByRole('navigation', { name: t('play.sameGroup') });
  await expect(mates.getByRole('link')).toHaveCount(2);
  await mates.getByRole('link', { name: t('play.open', { name: '选品 A' }) }).click();
  await expect(page.getByRole('heading', { level: 1, name: '选品 A' })).toBeVisible();
  await live(page);
}

for (const language of spoken('en-US')) {
  test(`the page of a phone, ${language}: its parts on a desk and on a phone, above other windows, whole in each window, keys, its group, a window of its own`, async ({
    page,
    request,
    complaints,
    demo,
  }) => {
    const member = await demo.member(NAME, '选品 A', '直播间');
    const t = wordsIn(language);
    await enter(page, language, member.account);
    await openStage(page);
    await live(page);
    await standsOnADesk(page, t);
    await standsOnAPhone(page, t);
    await floatsAndGrows(page, t);
    await isWholeInEachWindow(page, t);
    await takesAKey(page, t);
    await standsBesideItsGroup(page, request, member, t);

    const [own] = await Promise.all([page.waitForEvent('popup'), press(page, t, 'popOut')]);
    await live(own);
    await expect(page).not.toHaveURL(/play/);
    await own.close();
    expect(complaints).toEqual([]);
  });
}

/** A phone that nobody may touch tells its maker's switch and is only looked at, until it is opened anew. */
async function letsNobodyTouchIt(page: Page, member: Member, name: string): Promise<void> {
  const rail = railOf(page, zh);
  await shell(member, name, 'setprop owl.fault no-uhid');
  await press(page, zh, 'volumeUp');
  await expect(page.getByText('设备禁止模拟点击')).toBeVisible();
  await expect(rail.getByRole('button', { name: zh('play.volumeUp') })).toBeHidden();
  await expect(page.locator('[title*="设备禁止模拟点击"]')).toHaveText(zh('play.viewOnly'));
  await expect(page.getByText(zh('play.live'), { exact: true })).toBeVisible();
  await shell(member, name, 'setprop owl.fault none');
  await go(page, '/index');
  await openPhone(page, name);
  await expect(rail.getByRole('button', { name: zh('play.volumeUp') })).toBeVisible();
}

/** A phone that forbids injecting is touched by virtual devices, and the page says so. */
async function isTouchedByDevices(page: Page, member: Member, name: string): Promise<void> {
  await shell(member, name, 'setprop owl.fault no-input');
  await press(page, zh, 'volumeUp');
  await expect(page.getByRole('note').filter({ hasText: 'UHID' })).toBeVisible();
  await openNote(page);
  await tap(page, 0.5, 0.3);
  await page.keyboard.type('by hid');
  await expect.poll(() => notes(member)).toContain('by hid');
}

/** A phone whose picture is killed, and one that breaks down, say so until they are back. */
async function losesItsPicture(page: Page, member: Member, name: string): Promise<void> {
  const killed = pictureLost(page);
  await shell(member, name, 'setprop owl.fault killed; sleep 1; setprop owl.fault none');
  await killed;
  await live(page);
  // And the whole phone.
  const broken = pictureLost(page);
  await breakDown(member, name, 1_000);
  await broken;
  await live(page);
}

test('a phone that nobody may touch says so, as does one that virtual devices touch, and one whose picture is lost; one that is switched off ends its session in words and in a report, and opens again', async ({
  page,
  request,
  demo,
}) => {
  const name = '直播间';
  const member = await demo.member(name);
  await signIn(page, member.account);
  await openPhone(page, name);
  await letsNobodyTouchIt(page, member, name);
  await isTouchedByDevices(page, member, name);
  await losesItsPicture(page, member, name);

  const { post } = await beside(request, member.account);
  const phoneId = member.phoneId(name);
  const reported = page.waitForRequest(/updPhoneSessionError/);
  await post('/app-api/infra/cacloud/shutDownInstanceAsync', { phoneId });
  const told = (await reported).postDataJSON() as { reason: string; words: string };
  expect(['offline', 'streamLeft', 'notRetrieved', 'status']).toContain(told.reason);
  expect(told.words).toContain('Mozilla');
  await expect(
    page.getByRole('alert').filter({ has: page.getByRole('button', { name: zh('play.backToList') }) }),
  ).toBeVisible();
  const again = page.getByRole('button', { name: zh('play.retry') });
  await expect(again).toBeVisible();
  await post('/app-api/infra/cacloud/powerOnInstanceAsync', { phoneId });
  await expect
    .poll(
      async () => {
        if (await again.isVisible()) await again.click();
        return page.getByText(zh('play.live'), { exact: true }).isVisible();
      },
      { intervals: [1_000] },
    )
    .toBe(true);
});
