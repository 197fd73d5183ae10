// The account centre: everything that can be changed is, by its own proof, and what is refused says why.
import type { Page } from '@playwright/test';
import { enter, enterAccount, enterElsewhere, type Language, sentCode, spoken } from '../../account';
import { codeSent, usable } from '../../entry';
import { sticksOut } from '../../fits';
import { type Demo, expect, expectToast, newNumber, PASSWORD, submitSignIn, test } from '../../fixtures';
import { SWEPT } from '../../sweep';
import { type Translate, wordsIn } from '../../words';

/** A number as it is shown. */
const masked = (number: string) => `${number.slice(0, 3)}****${number.slice(7)}`;

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });

/** A picture whose left half is red and whose right half is blue. */
async function picture(page: Page, type: string): Promise<Buffer> {
  const text = await page.evaluate((kind) => {
    const canvas = document.createElement('canvas');
    canvas.width = 600;
    canvas.height = 300;
    const context = canvas.getContext('2d');
    if (!context) return '';
    context.fillStyle = '#f00';
    context.fillRect(0, 0, 300, 300);
    context.fillStyle = '#00f';
    context.fillRect(300, 0, 300, 300);
    return canvas.toDataURL(kind).split(',')[1] ?? '';
  }, type);
  return Buffer.from(text, 'base64');
}

/** The colour in the middle of the shown picture's left and right edge. */
const edges = (page: Page) =>
  row(page, wordsIn('zh-CN')('account.avatar'))
    .locator('img')
    .evaluate((image: HTMLImageElement) => {
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      // Read twice: without the hint the browser would remark on it.
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context?.drawImage(image, 0, 0);
      const at = (x: number) => {
        const [red = 0, , blue = 0] = context?.getImageData(x, canvas.height / 2, 1, 1).data ?? [];
        return red > 200 ? 'red' : blue > 200 ? 'blue' : 'other';
      };
      return [canvas.width, canvas.height, at(2), at(canvas.width - 3)];
    });

/** Nickname, gender, birthday, location and channel code are changed, and what breaks a rule says which. */
async function changeProfile(page: Page): Promise<void> {
  const t = wordsIn('zh-CN');
  await page.getByRole('button', { name: t('account.profile.edit') }).click();
  await dialog(page).getByLabel(t('account.nickname')).fill('一二三四五六七八九十一二三四五六七八九十一');
  await dialog(page).getByLabel(t('account.birthday')).fill('1996/13/11');
  await dialog(page)
    .getByRole('button', { name: t('account.profile.save') })
    .click();
  await expect(dialog(page).getByText('昵称需为 1 到 20 个字')).toBeVisible();
  await expect(dialog(page).getByText('请输入正确的出生日期')).toBeVisible();
  await dialog(page).getByLabel(t('account.nickname')).fill('李姐水果店');
  await dialog(page).getByLabel(t('account.birthday')).fill('1996-11-9');
  await dialog(page).getByText(t('account.sex.female'), { exact: true }).click();
  await dialog(page).getByLabel(t('account.location')).fill('杭州');
  await dialog(page).getByLabel(t('account.channelCode')).fill('shop-7');
  await dialog(page)
    .getByRole('button', { name: t('account.profile.save') })
    .click();
  await expectToast(page, t('account.profile.saved'));
  for (const [label, text] of [
    [t('account.nickname'), '李姐水果店'],
    [t('account.gender'), t('account.sex.female')],
    [t('account.birthday'), '1996/11/09'],
    [t('account.location'), '杭州'],
    [t('account.channelCode'), 'shop-7'],
  ] as const) {
    await expect(row(page, label)).toContainText(text);
  }
}

/** A picture is cut by keys, kept in sizes, and shown in the header too; another one is cut by dragging. */
async function cutPictures(page: Page): Promise<void> {
  const t = wordsIn('zh-CN');
  await page.getByRole('button', { name: t('account.changeAvatar') }).click();
  const file = page.getByTestId('avatar-file');
  await file.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(dialog(page).getByText(t('avatar.wrongType'))).toBeVisible();
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(dialog(page).getByText(t('avatar.wrongType'))).toBeVisible();
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await picture(page, 'image/png') });
  const stage = dialog(page).getByRole('button', { name: t('avatar.stage') });
  await stage.focus();
  for (let press = 0; press < 12; press += 1) await stage.press('Shift+ArrowLeft');
  await dialog(page)
    .getByRole('button', { name: t('avatar.save') })
    .click();
  await expectToast(page, t('avatar.saved'));
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, t('account.avatar')).locator('img')).toBeVisible();
  await expect.poll(() => edges(page)).toEqual([256, 256, 'red', 'red']);
  await expect(page.getByRole('button', { name: t('shell.account') }).locator('img')).toBeVisible();

  await page.getByRole('button', { name: t('account.changeAvatar') }).click();
  await file.setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: await picture(page, 'image/jpeg') });
  const box = await stage.boundingBox();
  if (!box) throw new Error('the stage is not shown');
  // Dragging the picture to the left moves the square to the right.
  await page.mouse.move(box.x + box.width * 0.9, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.05, box.y + 20, { steps: 5 });
  await page.mouse.up();
  await dialog(page)
    .getByRole('button', { name: t('avatar.save') })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => edges(page)).toEqual([256, 256, 'blue', 'blue']);
}

const openers = {
  profile: ['account.profile.edit', 'account.changeAvatar', 'deletion.delete'],
  security: ['account.changePhone', 'account.addEmail', 'account.password.change'],
} as const;

/** Looks at each dialog on a desk in the light and on a phone in the dark; the profile is shown before and after. */
async function judgeDialogs(page: Page, language: Language): Promise<void> {
  const t = wordsIn(language);
  const { profile, security } = openers;
  const desk = { width: 1440, height: 900 };
  for (const opener of [...profile, ...security]) {
    if (opener === security[0]) await page.getByRole('tab').nth(2).click();
    await page.getByRole('button', { name: t(opener), exact: true }).click();
    await expect(dialog(page)).toBeVisible();
    for (const [mode, size] of [
      ['light', desk],
      ['dark', { width: 390, height: 844 }],
    ] as const) {
      // The page hears of both when it draws next, of the window first: its theme tells that it has.
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: mode });
      await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
      await usable(page, mode);
      expect(await sticksOut(page), 'nothing sticks out sideways').toBeLessThanOrEqual(0);
    }
    const text = await page.locator('main, [role=dialog]').allInnerTexts();
    if (language === 'en-US') expect(text.join(' ')).not.toMatch(/[\u4e00-\u9fff]/);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(desk);
  await page.getByRole('tab').first().click();
}

test('the account is a settings page, each of its dialogs is sound, a picture is cut, and the profile changed, in zh-CN @pg-sweep', async ({
  page,
  demo,
}) => {
  const { account } = await demo.member();
  await enter(page, 'zh-CN', account, PASSWORD, '/app/setting/account');
  await expect(page.getByRole('heading', { level: 1, name: wordsIn('zh-CN')('pages.account') })).toBeVisible();
  await judgeDialogs(page, 'zh-CN');
  await cutPictures(page);
  await changeProfile(page);
});

test('each dialog of the account centre is sound in en-US', SWEPT, async ({ page, demo }) => {
  const { account } = await demo.member();
  await enterAccount(page, 'en-US', account);
  await judgeDialogs(page, 'en-US');
});

const code = (page: Page) => dialog(page).locator('input[autocomplete=one-time-code]');
const press = (page: Page, words: string) => dialog(page).getByRole('button', { name: words, exact: true }).click();

async function ask(page: Page, t: Translate): Promise<void> {
  await press(page, t('code.send'));
  await codeSent(dialog(page), t);
}

/** An account elsewhere is linked by a visit there, and unlinked. */
async function linkAndUnlink(page: Page, t: Translate): Promise<void> {
  await page
    .getByRole('button', { name: t('account.link'), exact: true })
    .last()
    .click();
  await page.locator('a.person').last().click();
  await expect(page.getByRole('heading', { level: 1, name: t('pages.account') })).toBeVisible();
  await page.getByRole('button', { name: t('account.unlink'), exact: true }).click();
  await press(page, t('account.unlink'));
  await expectToast(page, t('account.unlinked'));
  await expect(page.getByRole('button', { name: t('account.unlink'), exact: true })).toHaveCount(0);
}

/** An e-mail address is added by a code that went there, and by no other. */
async function addEmail(page: Page, demo: Demo, t: Translate, address: string): Promise<void> {
  await page.getByRole('button', { name: t('account.addEmail') }).click();
  await dialog(page).getByLabel(t('account.email'), { exact: true }).fill(address);
  await ask(page, t);
  const right = await sentCode(demo, address, 'email');
  await code(page).fill(right === '111111' ? '222222' : '111111');
  await press(page, t('account.addEmail'));
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await code(page).fill(right);
  await press(page, t('account.addEmail'));
  await expectToast(page, t('account.emailChanged'));
  await expect(row(page, t('account.email'))).toContainText('@');
  await expect(page.getByRole('button', { name: t('account.changeEmail') })).toBeVisible();
}

/** The phone number is changed by a code to each. */
async function changePhone(page: Page, demo: Demo, t: Translate, old: string, next: string): Promise<void> {
  await page.getByRole('button', { name: t('account.changePhone') }).click();
  await expect(dialog(page)).toContainText(masked(old));
  await ask(page, t);
  await code(page).fill(await sentCode(demo, old, 'phone'));
  await press(page, t('account.next'));
  await dialog(page).getByLabel(t('account.newPhone')).fill(next);
  await ask(page, t);
  await code(page).fill(await sentCode(demo, next, 'phone'));
  await press(page, t('account.changePhone'));
  await expectToast(page, t('account.phoneChanged'));
  await expect(row(page, t('account.phone'))).toContainText(masked(next));
}

for (const language of spoken('en-US')) {
  const t = wordsIn(language);

  test(`an account elsewhere is linked, an e-mail address added, the number changed, which signs in elsewhere and ends this session, in ${language}`, async ({
    page,
    demo,
    request,
  }) => {
    const { account: old } = await demo.member();
    const next = newNumber();
    await enterAccount(page, language, old, 'security');
    await linkAndUnlink(page, t);
    await expect(dialog(page)).toHaveCount(0);
    await addEmail(page, demo, t, `owl-${old}@example.com`);
    await expect(dialog(page)).toHaveCount(0);
    await changePhone(page, demo, t, old, next);
    await enterElsewhere(request, next, 'WEB');
    await expect(page.getByRole('dialog', { name: t('session.push.elsewhere') })).toBeVisible();
  });

  test(`a password is not changed by e-mail, but by SMS, in ${language}`, SWEPT, async ({ page, demo, another }) => {
    const { account: phone } = await demo.member();
    await enterAccount(page, language, phone, 'security');
    await page.getByRole('button', { name: t('account.password.change') }).click();
    await expect(dialog(page).getByRole('radio', { name: t('account.password.byEmail') })).toBeDisabled();
    const refused = { 'zh-CN': '暂不支持通过邮箱修改密码', 'en-US': 'Changing a password by e-mail is not supported' }[
      language
    ];
    await expect(dialog(page).getByText(refused, { exact: true })).toBeVisible();
    await ask(page, t);
    await code(page).fill(await sentCode(demo, phone, 'password'));
    await dialog(page).getByLabel(t('account.password.new'), { exact: true }).fill('lettersonly');
    await dialog(page).getByLabel(t('account.password.again')).fill('other');
    await press(page, t('account.password.change'));
    // Rules that the password breaks are marked in their list, the fault of the second password stands below it.
    const rules = dialog(page)
      .getByRole('list', { name: t('newPassword.rules') })
      .getByRole('listitem');
    await expect(rules.filter({ hasText: t('newPassword.unmet') })).toHaveCount(1);
    await expect(dialog(page).locator('.ant-form-item-explain-error').filter({ hasText: /./ })).toHaveCount(1);
    await dialog(page).getByLabel(t('account.password.new'), { exact: true }).fill('gooseberry77');
    await dialog(page).getByLabel(t('account.password.again')).fill('gooseberry77');
    await press(page, t('account.password.change'));
    await expectToast(page, t('account.password.changed'));
    await enter(await another(), language, phone, 'gooseberry77');
    await expect(page.getByRole('dialog', { name: t('session.push.elsewhere') })).toBeVisible();
  });

  test(
    `an account is deleted by code, password and sentence, and is gone, in ${language} @pg-sweep`,
    SWEPT,
    async ({ page, demo }) => {
      const { account: phone } = await demo.member('要没了');
      await enterAccount(page, language, phone);
      await page.getByRole('button', { name: t('deletion.delete') }).click();
      await expect(dialog(page).getByText(t('deletion.phones', { count: '1' }))).toBeVisible();
      const sentence = t('deletion.sentence');
      await ask(page, t);
      await code(page).fill(await sentCode(demo, phone, 'delete'));
      await dialog(page).locator('input[autocomplete=current-password]').fill('Wrong#2026');
      await dialog(page).getByLabel(t('deletion.type', { sentence })).fill(sentence.slice(0, 2));
      await press(page, t('deletion.submit'));
      await expect(dialog(page).getByText(t('deletion.typeIt', { sentence }), { exact: true })).toBeVisible();
      await dialog(page).getByLabel(t('deletion.type', { sentence })).fill(sentence);
      await press(page, t('deletion.submit'));
      await expect(dialog(page).getByRole('alert')).toBeVisible();
      await dialog(page).locator('input[autocomplete=current-password]').fill(PASSWORD);
      await press(page, t('deletion.submit'));
      await expect(page.getByRole('dialog', { name: t('session.push.deleted') })).toBeVisible();
      await expect(page).toHaveURL(/\/app\/login/);
      await press(page, t('common.ok'));
      await submitSignIn(page, t, phone);
      await expect(
        page.getByText({ 'zh-CN': '账号或密码不正确', 'en-US': 'The account or password is not correct' }[language]),
      ).toBeVisible();
    },
  );
}
