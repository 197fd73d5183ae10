// Tokens of programs in the account centre: made with a code, shown once, good for what was ticked, revoked.
import { enterAccount, sentCode } from '../../account';
import { expect, test } from '../../fixtures';
import { dresses, sound } from '../../shell';

const WORDS = {
  'zh-CN': {
    make: '创建访问令牌',
    name: '名称',
    read: /^查看(?!订单)/,
    send: /验证码/,
    code: '短信验证码',
    kept: '我已保存',
    title: '访问令牌',
    revoke: '吊销',
    none: '还没有访问令牌',
  },
  'en-US': {
    make: 'Create access token',
    name: 'Name',
    read: /^See(?! orders)/,
    send: /code/,
    code: 'Code by SMS',
    kept: 'I have saved it',
    title: 'Access tokens',
    revoke: 'Revoke',
    none: 'No access tokens yet',
  },
} as const;

for (const { language, viewport, where } of dresses) {
  test(`a token is made, shown once, serves what was ticked, and is revoked: ${where}`, async ({
    page,
    demo,
    request,
  }) => {
    const words = WORDS[language];
    const { account: phone } = await demo.member();
    await page.setViewportSize(viewport);
    await enterAccount(page, language, phone, 'api');
    const section = page.getByRole('region', { name: words.title });
    await expect(section.getByText(words.none)).toBeVisible();
    await section.getByRole('button', { name: words.make }).click();
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(words.name, { exact: true }) });
    await dialog.getByLabel(words.name, { exact: true }).fill('CI');
    await expect(dialog.getByRole('checkbox', { name: words.read })).toBeChecked();
    await dialog.getByRole('button', { name: words.send }).click();
    await dialog.getByLabel(words.code).fill(await sentCode(demo, phone, 'token'));
    await sound(page);
    await dialog.getByRole('button', { name: words.make }).click();
    const text = page.getByText(/^owl_[\w-]{43}$/);
    await expect(text).toBeVisible();
    const token = await text.innerText();
    await sound(page);
    await page.getByRole('button', { name: words.kept }).click();
    await expect(text).toHaveCount(0);

    const headers = { authorization: `Bearer ${token}` };
    const list = async () => (await request.post('/app-api/trade/phone/app-page', { headers, data: {} })).json();
    expect((await list()).code).toBe(0);
    expect((await (await request.get('/getInfo', { headers })).json()).code).toBe(403);

    const row = section.getByRole('listitem').filter({ hasText: 'CI' });
    await expect(row).toBeVisible();
    await sound(page);
    await row.getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: words.revoke, exact: true }).click();
    await expect(section.getByText(words.none)).toBeVisible();
    expect((await list()).code).toBe(401);
  });
}
