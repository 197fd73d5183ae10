// The account centre: everything that can be changed is, by its own proof, and what is refused says why.
import type { Page } from '@playwright/test';
import { enter, enterAccount, languages, makeMember, sentCode } from '../account';
import { usable } from '../entry';
import { expect, PASSWORD, test } from '../fixtures';

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });

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
  row(page, '头像')
    .locator('img')
    .evaluate((image: HTMLImageElement) => {
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const at = (x: number) => {
        const [red = 0, , blue = 0] = context?.getImageData(x, canvas.height / 2, 1, 1).data ?? [];
        return red > 200 ? 'red' : blue > 200 ? 'blue' : 'other';
      };
      return [canvas.width, canvas.height, at(2), at(canvas.width - 3)];
    });

test('nickname, gender, birthday, location and channel code are changed and stay @pg', async ({ page, demo }) => {
  makeMember(demo, '13700000301');
  await enterAccount(page, 'zh-CN', '13700000301');
  await page.getByRole('button', { name: '编辑资料' }).click();
  await dialog(page).getByLabel('昵称').fill('一二三四五六七八九十一二三四五六七八九十一');
  await dialog(page).getByLabel('出生日期').fill('1996/13/11');
  await dialog(page).getByRole('button', { name: '保存资料' }).click();
  await expect(dialog(page).getByText('昵称需为 1 到 20 个字')).toBeVisible();
  await expect(dialog(page).getByText('请输入正确的出生日期')).toBeVisible();
  await dialog(page).getByLabel('昵称').fill('李姐水果店');
  await dialog(page).getByLabel('出生日期').fill('1996-11-9');
  await dialog(page).getByText('女', { exact: true }).click();
  await dialog(page).getByLabel('所在地').fill('杭州');
  await dialog(page).getByLabel('渠道编码').fill('shop-7');
  await dialog(page).getByRole('button', { name: '保存资料' }).click();
  await expect(page.getByText('资料已保存')).toBeVisible();
  await page.reload();
  for (const [label, text] of [
    ['昵称', '李姐水果店'],
    ['性别', '女'],
    ['出生日期', '1996/11/09'],
    ['所在地', '杭州'],
    ['渠道编码', 'shop-7'],
  ] as const) {
    await expect(row(page, label)).toContainText(text);
  }
});

test('a picture is cut by keys, kept in sizes, and shown in the header too', async ({ page, demo }) => {
  makeMember(demo, '13700000302');
  await enterAccount(page, 'zh-CN', '13700000302');
  await page.getByRole('button', { name: '更换头像' }).click();
  const file = page.getByTestId('avatar-file');
  await file.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(dialog(page).getByText('请选择 JPG 或 PNG 图片')).toBeVisible();
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(dialog(page).getByText('请选择 JPG 或 PNG 图片')).toBeVisible();
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await picture(page, 'image/png') });
  const stage = dialog(page).getByRole('button', { name: '头像裁剪区域' });
  await stage.focus();
  for (let press = 0; press < 12; press += 1) await stage.press('Shift+ArrowLeft');
  await dialog(page).getByRole('button', { name: '保存头像' }).click();
  await expect(page.getByText('头像已更新')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, '头像').locator('img')).toBeVisible();
  expect(await edges(page)).toEqual([256, 256, 'red', 'red']);
  await expect(page.getByRole('button', { name: '账号菜单' }).locator('img')).toBeVisible();

  await page.getByRole('button', { name: '更换头像' }).click();
  await file.setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: await picture(page, 'image/jpeg') });
  const box = await stage.boundingBox();
  if (!box) throw new Error('the stage is not shown');
  // Dragging the picture to the left moves the square to the right.
  await page.mouse.move(box.x + box.width * 0.9, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.05, box.y + 20, { steps: 5 });
  await page.mouse.up();
  await dialog(page).getByRole('button', { name: '保存头像' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => edges(page)).toEqual([256, 256, 'blue', 'blue']);
});

test('an e-mail address is added by a code that went there', async ({ page, demo }) => {
  makeMember(demo, '13700000303');
  await enterAccount(page, 'zh-CN', '13700000303');
  await page.getByRole('button', { name: '绑定邮箱' }).click();
  await dialog(page).getByLabel('邮箱', { exact: true }).fill('owl@example.com');
  await dialog(page).getByRole('button', { name: /验证码/ }).click();
  const code = await sentCode(demo, 'owl@example.com', 'email');
  await dialog(page).locator('input[autocomplete=one-time-code]').fill(code === '111111' ? '222222' : '111111');
  await dialog(page).getByRole('button', { name: '绑定邮箱' }).click();
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await dialog(page).locator('input[autocomplete=one-time-code]').fill(code);
  await dialog(page).getByRole('button', { name: '绑定邮箱' }).click();
  await expect(page.getByText('邮箱已更新')).toBeVisible();
  await expect(row(page, '邮箱')).toContainText('@');
  await expect(page.getByRole('button', { name: '更换邮箱' })).toBeVisible();
});

test('the phone number is changed by a code to each, and signs in from then on', async ({ page, demo, another }) => {
  const [old, next] = ['13700000304', '13700000305'];
  makeMember(demo, old);
  await enterAccount(page, 'zh-CN', old);
  await page.getByRole('button', { name: '更换手机号' }).click();
  await expect(dialog(page)).toContainText('137****0304');
  await dialog(page).getByRole('button', { name: /验证码/ }).click();
  await dialog(page).locator('input[autocomplete=one-time-code]').fill(await sentCode(demo, old, 'phone'));
  await dialog(page).getByRole('button', { name: '下一步' }).click();
  await dialog(page).getByLabel('新手机号').fill(next);
  await dialog(page).getByRole('button', { name: /验证码/ }).click();
  await dialog(page).locator('input[autocomplete=one-time-code]').fill(await sentCode(demo, next, 'phone'));
  await dialog(page).getByRole('button', { name: '更换手机号' }).click();
  await expect(page.getByText('手机号已更换')).toBeVisible();
  await expect(row(page, '手机号')).toContainText('137****0305');
  await enter(await another(), 'zh-CN', next);
});

test('a password is not changed by e-mail, but by SMS', async ({ page, demo, another }) => {
  const phone = '13700000306';
  makeMember(demo, phone);
  await enterAccount(page, 'zh-CN', phone);
  await page.getByRole('button', { name: '修改密码' }).click();
  await dialog(page).getByText('邮箱验证').click();
  await expect(dialog(page).getByText('暂不支持通过邮箱修改密码')).toBeVisible();
  await dialog(page).getByRole('button', { name: '改用短信验证' }).click();
  await dialog(page).getByRole('button', { name: /验证码/ }).click();
  await dialog(page).locator('input[autocomplete=one-time-code]').fill(await sentCode(demo, phone, 'password'));
  await dialog(page).getByLabel('新密码', { exact: true }).fill('lettersonly');
  await dialog(page).getByLabel('确认新密码').fill('other');
  await dialog(page).getByRole('button', { name: '修改密码' }).click();
  await expect(dialog(page).locator('.ant-form-item-explain-error')).toHaveCount(2);
  await dialog(page).getByLabel('新密码', { exact: true }).fill('gooseberry77');
  await dialog(page).getByLabel('确认新密码').fill('gooseberry77');
  await dialog(page).getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByText('密码已修改')).toBeVisible();
  await enter(await another(), 'zh-CN', phone, 'gooseberry77');
  await expect(page.getByRole('dialog', { name: '账号已在其他设备登录' })).toBeVisible();
});

test('an account is deleted by code, password and sentence, and is gone @pg', async ({ page, demo }) => {
  const phone = '13700000307';
  demo.seed({
    members: [{ phone, password: PASSWORD, nickname: 'x' }],
    phones: [{ owner: phone, alias: '要没了', configuration: '标准型', expiresInDays: 3, adb: '127.0.0.1:9' }],
  });
  await enterAccount(page, 'zh-CN', phone);
  await page.getByRole('button', { name: '注销账号' }).click();
  await expect(dialog(page).getByText('1 台云手机立即收回')).toBeVisible();
  const send = dialog(page).getByRole('button', { name: '永久注销账号' });
  await dialog(page).getByRole('button', { name: /获取|发送/ }).click();
  await dialog(page).locator('input[autocomplete=one-time-code]').fill(await sentCode(demo, phone, 'delete'));
  await dialog(page).locator('input[autocomplete=current-password]').fill('Wrong#2026');
  await dialog(page).getByLabel('输入“注销账号”确认').fill('注销');
  await send.click();
  await expect(dialog(page).getByText('请输入“注销账号”', { exact: true })).toBeVisible();
  await dialog(page).getByLabel('输入“注销账号”确认').fill('注销账号');
  await send.click();
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await dialog(page).locator('input[autocomplete=current-password]').fill(PASSWORD);
  await send.click();
  await expect(page.getByRole('dialog', { name: '账号已注销' })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/login/);
  await page.getByRole('button', { name: '确定' }).click();
  await page.locator('input[autocomplete=username]').fill(phone);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.locator('button[type=submit]').click();
  await expect(page.getByText('账号或密码不正确')).toBeVisible();
});

test('an account elsewhere is linked by a visit there, and unlinked', async ({ page, demo }) => {
  makeMember(demo, '13700000309');
  await enterAccount(page, 'zh-CN', '13700000309');
  const elsewhere = page.locator('dl > div').filter({ has: page.getByRole('button', { name: /关联$/ }) }).last();
  await elsewhere.getByRole('button', { name: '关联', exact: true }).click();
  await page.locator('a.person').last().click();
  await expect(page.getByRole('heading', { level: 1, name: '账号中心' })).toBeVisible();
  await page.getByRole('button', { name: '解除关联' }).click();
  await dialog(page).getByRole('button', { name: '解除关联' }).click();
  await expect(page.getByText('已解除关联')).toBeVisible();
  await expect(page.getByRole('button', { name: '解除关联' })).toHaveCount(0);
});

test('the account is the settings page too', async ({ page }) => {
  await enter(page, 'zh-CN');
  await page.goto('/app/setting/account');
  await expect(page.getByRole('heading', { level: 1, name: '账号中心' })).toBeVisible();
});

const openers = {
  'zh-CN': ['编辑资料', '更换头像', '更换手机号', '绑定邮箱', '修改密码', '注销账号'],
  'en-US': ['Edit profile', 'Change picture', 'Change phone number', 'Add an e-mail address', 'Change password', 'Delete account'],
} as const;

for (const [at, language] of languages.entries()) {
  test(`each dialog of the account centre is sound, on a desk in the light and on a phone in the dark, in ${language}`, async ({ page, demo }) => {
    test.setTimeout(120_000);
    const phone = `1370000400${at}`;
    makeMember(demo, phone);
    await enterAccount(page, language, phone);
    await expect(page.getByRole('listitem').first()).toBeVisible();
    for (const name of openers[language]) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(dialog(page)).toBeVisible();
      for (const [mode, size] of [
        ['light', { width: 1440, height: 900 }],
        ['dark', { width: 390, height: 844 }],
      ] as const) {
        await page.emulateMedia({ colorScheme: mode });
        await page.setViewportSize(size);
        await expect(page.locator('html')).toHaveAttribute('data-theme', mode);
        await usable(page, mode);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, 'nothing sticks out sideways').toBeLessThanOrEqual(0);
      }
      const text = await page.locator('main, [role=dialog]').allInnerTexts();
      if (language === 'en-US') expect(text.join(' ')).not.toMatch(/[\u4e00-\u9fff]/);
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
    }
  });
}
