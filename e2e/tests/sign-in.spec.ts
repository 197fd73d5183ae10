// Getting in: what is refused and how that is said, and what survives a reload.
import { expect, FIRST_MEMBER, PASSWORD, signIn, test } from '../fixtures';

const account = '手机号或账号';

test('a wrong password and an unknown account are told apart by nobody', async ({ page }) => {
  await page.goto('/app/');
  const answers: (string | null)[] = [];
  for (const who of [FIRST_MEMBER, '13711111111', 'nobody']) {
    await page.getByLabel(account).fill(who);
    await page.getByLabel('密码', { exact: true }).fill('Wrong#2026');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: '登录', exact: true }).click();
    const words = page.getByText('账号或密码不正确').first();
    await expect(words).toBeVisible();
    answers.push(await words.textContent());
    await page.reload();
  }
  expect(new Set(answers).size).toBe(1);
});

test('the form says what is missing, in its own words, and sends nothing', async ({ page }) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes('sms-login')) sent++;
  });
  await page.goto('/app/');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('手机号不能为空')).toBeVisible();
  await expect(page.getByText('密码不能为空')).toBeVisible();
  await page.getByLabel(account).fill('12345');
  await expect(page.getByText('请输入正确的手机号')).toBeVisible();
  expect(sent).toBe(0);
});

test('whoever comes by a link returns to it after signing in, and a reload keeps the session @pg', async ({ page }) => {
  await page.goto('/app/index?q=01&sort=2');
  await expect(page).toHaveURL(/\/app\/login\?redirect=/);
  await page.getByLabel(account).fill(FIRST_MEMBER);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByLabel('密码', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/app\/index\?q=01&sort=2/);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.goto('/app/login');
  await expect(page).toHaveURL(/\/app\/index/);
});

test('a redirect to another origin is not followed', async ({ page }) => {
  await page.goto('/app/login?redirect=https%3A%2F%2Fevil.example%2F');
  await page.getByLabel(account).fill(FIRST_MEMBER);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: '云手机' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/app/index');
});

test('signing out asks, and leads to the sign-in page for good', async ({ page }) => {
  await signIn(page);
  await page.getByRole('button', { name: '账号菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('button', { name: '退出登录' }).last().click();
  await expect(page).toHaveURL(/\/app\/login/);
  await page.goto('/app/index');
  await expect(page).toHaveURL(/\/app\/login/);
});

test('the operator signs in by account name', async ({ page }) => {
  await page.goto('/app/');
  await page.getByLabel(account).fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('还没有云手机')).toBeVisible();
});
