// The list: search for one or many, filters, sorts, pages and views, all of the question in the address; selection by mouse and keyboard.
import type { Page } from '@playwright/test';
import { enter } from '../../account';
import { sticksOut } from '../../fits';
import { expect, test } from '../../fixtures';
import { onPhone } from '../../shell';

const cards = (page: Page) => page.getByRole('article');
const names = (page: Page) => cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')));
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `选择 ${name}` });
const deck = (page: Page) => page.getByRole('region', { name: '已选云手机' });
const show = (page: Page, view: '卡片' | '列表' | '紧凑') => page.getByTitle(view, { exact: true }).click();

test('a search finds one and many, by whole names and by parts, and says which are missing @pg', async ({ page }) => {
  await enter(page, 'zh-CN');
  const search = page.getByPlaceholder('名称或编号，逗号分隔可查多台');
  await search.fill('短视频');
  await search.press('Enter');
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/q=/);
  await search.fill('主力-01, 直播间 没有这台');
  await search.press('Enter');
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByText('没有找到 1 个：没有这台')).toBeVisible();
  await page.reload();
  await expect(cards(page)).toHaveCount(2);
  // A name with a blank is one name, alone and beside others.
  await search.fill('选品 A');
  await search.press('Enter');
  await expect.poll(() => names(page)).toEqual(['选品 A']);
  await search.fill('选品 A，主力-01');
  await search.press('Enter');
  await expect.poll(async () => (await names(page)).sort()).toEqual(['主力-01', '选品 A'].sort());
  await expect(page.getByText(/没有找到/)).toHaveCount(0);
  // No phone is called so: both are parts.
  await search.fill('短视，直播');
  await search.press('Enter');
  await expect.poll(async () => (await names(page)).sort()).toEqual(['直播间', '短视频-02'].sort());
  await search.fill('哪里 都没有 这样的');
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: '没有符合条件的手机' })).toBeVisible();
  await page.getByRole('button', { name: '清除搜索' }).click();
  await expect(cards(page)).toHaveCount(6);
  await expect(page).toHaveURL(/\/app\/index$/);
});

test('lines of names and ids are searched, typed into the batch field or pasted', async ({ page }) => {
  await enter(page, 'zh-CN');
  const id = await page.getByRole('article', { name: '主力-01', exact: true }).getByText(/^OWL-/).first().innerText();
  await page.getByRole('button', { name: '批量', exact: true }).click();
  await page.getByPlaceholder('每行一个名称或编号，也可以用逗号或空格分开').fill(`${id.trim()}\n选品 A\n没有这台`);
  await page.getByRole('button', { name: '搜索 3 个' }).click();
  await expect.poll(async () => (await names(page)).sort()).toEqual(['主力-01', '选品 A'].sort());
  await expect(page.getByText('没有找到 1 个：没有这台')).toBeVisible();
  // Lines that are pasted into the field of one line stay apart.
  const search = page.getByPlaceholder('名称或编号，逗号分隔可查多台');
  await search.selectText();
  await search.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '直播间\r\n选品 A\r\n');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(search).toHaveValue('直播间, 选品 A');
  await expect.poll(async () => (await names(page)).sort()).toEqual(['直播间', '选品 A'].sort());
  await expect(page.getByText(/没有找到/)).toHaveCount(0);
});

test('a page that is no more gives way to the last there is', async ({ page }) => {
  await enter(page, 'zh-CN');
  await page.goto('/app/index?sort=2&page=9');
  await expect(cards(page)).toHaveCount(6);
  await expect(page).toHaveURL(/\/app\/index\?sort=2$/);
});

test('each sort has its order, and the address keeps it', async ({ page }) => {
  await enter(page, 'zh-CN');
  await page.goto('/app/index?sort=2');
  await expect.poll(() => names(page)).toEqual(['直播间', '选品 A', '短视频-02', '备用-04', '主力-01', '小店客服']);
  await page.goto('/app/index?sort=3');
  await expect.poll(() => names(page)).toEqual(['备用-04', '短视频-02', '小店客服', '选品 A', '直播间', '主力-01']);
  await page.goto('/app/index?sort=3&order=desc');
  await expect.poll(() => names(page)).toEqual(['主力-01', '直播间', '选品 A', '小店客服', '短视频-02', '备用-04']);
});

test('the sort that was chosen last is that of the next visit', async ({ page }) => {
  await enter(page, 'zh-CN');
  await page.getByRole('combobox', { name: '排序' }).click();
  await page.getByTitle('名称首字母').click();
  await expect(page).toHaveURL(/sort=3/);
  await page.goto('/app/index');
  const byInitial = ['备用-04', '短视频-02', '小店客服', '选品 A', '直播间', '主力-01'];
  await expect.poll(() => names(page)).toEqual(byInitial);
  expect(await page.evaluate(() => localStorage.getItem('sortType'))).toBe('3');
  await page.getByRole('button', { name: '升序' }).click();
  await expect(page).toHaveURL(/order=desc/);
  await expect.poll(() => names(page)).toEqual(byInitial.toReversed());
});

test('a count that needs a person shows those phones, and each filter is in the address @pg-sweep', async ({
  page,
}) => {
  await enter(page, 'zh-CN');
  await page.getByRole('button', { name: /7 天内到期/ }).click();
  await expect(page).toHaveURL(/rental=expiring/);
  await expect.poll(async () => (await names(page)).sort()).toEqual(['直播间', '选品 A'].sort());
  await page.reload();
  await expect(cards(page)).toHaveCount(2);
  await page.getByRole('button', { name: '筛选，已设 1 项' }).click();
  await page.getByLabel('授权', { exact: true }).click();
  await page.getByTitle('授权给我的').click();
  await expect(page).toHaveURL(/relation=granted/);
  await expect(page.getByRole('heading', { name: '没有符合条件的手机' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('section').getByRole('button', { name: '清除筛选' }).click();
  await expect(cards(page)).toHaveCount(6);
  await expect(page).toHaveURL(/\/app\/index$/);
  await page.goBack();
  await expect(page).toHaveURL(/relation=granted/);
});

test('the list leads on to buying, and its deck to renewing what is selected', async ({ page }) => {
  await enter(page, 'zh-CN');
  await page.getByRole('button', { name: '购买云手机' }).click();
  await expect(page).toHaveURL(/\/app\/payManage$/);
  await expect(page.getByRole('heading', { level: 1, name: '购买云手机' })).toBeVisible();
  await page.goBack();
  for (const name of ['短视频-02', '备用-04']) {
    await page.getByRole('article', { name }).hover();
    await box(page, name).check();
  }
  await deck(page).getByRole('button', { name: '续费', exact: true }).click();
  await expect(page).toHaveURL(/\/app\/renewManage\?phoneIds=\d+(,|%2C)\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: '续费云手机' })).toBeVisible();
});

test('the first list asks for few scripts, and every running phone shows a live small picture', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await enter(page, 'zh-CN');
  await expect(cards(page)).toHaveCount(6);
  for (const card of await cards(page).all()) {
    await expect
      .poll(() =>
        card.evaluate((element) => {
          const canvas = element.querySelector('canvas');
          if (!canvas) return 0;
          const copy = document.createElement('canvas');
          [copy.width, copy.height] = [16, 16];
          const context = copy.getContext('2d');
          context?.drawImage(canvas, 0, 0, 16, 16);
          return new Set(context?.getImageData(0, 0, 16, 16).data).size;
        }),
      )
      .toBeGreaterThan(10);
  }
  // Each request costs a journey, however small its file is.
  expect(scripts.length, scripts.join('\n')).toBeLessThanOrEqual(25);
});

test('the keyboard alone goes from card to card, selects, shows the menu and opens a phone; the palette finds it', async ({
  page,
}) => {
  await enter(page, 'zh-CN');
  const focused = page.locator('article:focus');
  await expect(cards(page).first()).toBeVisible();
  const [first, second] = await names(page);
  await cards(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(focused).toHaveAttribute('aria-label', second ?? '');
  await page.keyboard.press('ArrowLeft');
  await expect(focused).toHaveAttribute('aria-label', first ?? '');
  await page.keyboard.press('Space');
  await expect(deck(page).getByText('1 台已选')).toBeVisible();
  await page.keyboard.press('Control+a');
  await expect(deck(page).getByText('6 台已选')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(deck(page)).toBeHidden();
  await expect(focused).toHaveAttribute('aria-label', first ?? '');
  // From the menu the keyboard comes back, also by way of a dialog.
  await page.keyboard.press('m');
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(page.locator('[role="menuitem"]:focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(focused).toHaveAttribute('aria-label', first ?? '');
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: '重命名' }).click();
  const dialog = page.getByRole('dialog', { name: '重命名' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(focused).toHaveAttribute('aria-label', first ?? '');
  await page.keyboard.press('Control+k');
  const found = page.getByRole('option', { name: /^主力-01/ });
  await page.getByRole('combobox', { name: '搜索云手机、订单、页面和操作' }).fill('主力');
  await expect(found).toBeVisible();
  await found.click();
  await expect(page).toHaveURL(/\/app\/play\?phoneId=\d+/);
});

test('a selection survives views, ranges by Shift, and opens one alone', async ({ page }) => {
  await enter(page, 'zh-CN');
  await page.goto('/app/index?sort=2');
  await expect.poll(() => names(page)).toContain('直播间');
  await cards(page).first().hover();
  await box(page, '直播间').click();
  await cards(page).nth(2).hover();
  await box(page, '短视频-02').click({ modifiers: ['Shift'] });
  await expect(deck(page).getByText('3 台已选')).toBeVisible();
  await expect(deck(page).getByRole('button', { name: '打开' })).toHaveCount(0);
  await show(page, '列表');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ has: page.locator('input:checked') })).toHaveCount(3);
  await page.getByRole('checkbox', { name: '全选本页' }).check();
  await expect(deck(page).getByText('6 台已选')).toBeVisible();
  await show(page, '紧凑');
  await expect(box(page, '主力-01')).toBeChecked();
  await deck(page).getByRole('button', { name: '取消选择' }).click();
  await expect(deck(page)).toBeHidden();
  await cards(page).first().hover();
  await box(page, '直播间').click();
  await deck(page).getByRole('button', { name: '打开' }).click();
  await expect(page).toHaveURL(/\/app\/play\?phoneId=\d+/);
});

test('a page is selected, then all that match', async ({ page, demo }) => {
  const { account: owner } = await demo.member();
  await demo.seed({
    configurations: [{ name: 'Far away', androidVersion: '14', chip: 'RK3588', padType: 3, dpi: 320 }],
    phones: Array.from({ length: 12 }, (_, n) => ({
      owner,
      alias: `远 ${n + 1}`,
      configuration: 'Far away',
      expiresInDays: 30,
      adb: `127.0.0.3:${n + 2}`,
    })),
  });
  await enter(page, 'zh-CN', owner);
  await page.goto('/app/index?size=10');
  await expect(cards(page)).toHaveCount(10);
  await page.getByRole('checkbox', { name: '全选本页' }).check();
  await expect(deck(page).getByText('10 台已选')).toBeVisible();
  await page.getByRole('button', { name: '选中全部 12 台' }).click();
  await expect(deck(page).getByText('12 台已选')).toBeVisible();
  // They stay selected on the other page, where two of them are.
  await page.getByTitle('2', { exact: true }).click();
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByRole('article').getByRole('checkbox', { checked: true })).toHaveCount(2);
});

test('the table sorts, hides columns for good, and makes a file of the filter', async ({ page }) => {
  await enter(page, 'zh-CN');
  await show(page, '列表');
  const table = page.getByRole('table');
  await table.getByText('到期', { exact: true }).click();
  await expect(page).toHaveURL(/sort=2/);
  await expect(table.getByRole('row').nth(1)).toContainText('直播间');
  await expect(table.getByText('运营商')).toBeVisible();
  await page.getByRole('button', { name: '显示的列' }).click();
  await page.getByRole('checkbox', { name: '运营商' }).uncheck();
  await expect(table.getByText('运营商')).toHaveCount(0);
  await page.reload();
  await expect(table.getByText('系统')).toBeVisible();
  await expect(table.getByText('运营商')).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出 CSV' }).click();
  const file = await (await saved).createReadStream();
  const text = (await file.toArray()).join('');
  expect(text.split('\r\n')).toHaveLength(7);
  expect(text).toContain('主力-01');
});

test('everything that is known of a phone is told behind its menu, its ids to copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, 'zh-CN');
  await cards(page).first().hover();
  await page.getByRole('button', { name: '主力-01 的更多操作' }).click();
  await page.getByRole('menuitem', { name: '详情' }).click();
  const facts = page.getByRole('dialog', { name: '主力-01 的详情' });
  for (const [label, value] of [
    ['编号', /^OWL-/],
    ['设备号', /^\d{16}$/],
    ['状态', '运行中'],
    ['权限', '机主'],
    ['系统', /^Android \d+/],
    ['芯片', /\S/],
    ['DPI', /^\d+$/],
    ['类型', '云手机 VIP'],
    ['运营商', /^中国/],
    ['分配时间', /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/],
    ['到期时间', /剩/],
  ] as const) {
    const line = facts.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
    await expect(line.locator('dd'), label).toHaveText(value);
  }
  for (const [at, copied] of [
    [0, /^OWL-\w+$/],
    [1, /^\d{16}$/],
  ] as const) {
    await facts.locator('dl > div').nth(at).getByRole('button').click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(copied);
  }
});

test('pictures lie when they are turned, and the choice stays', async ({ page }) => {
  await enter(page, 'zh-CN');
  const shape = async () => {
    const size = await cards(page).first().locator('canvas').first().boundingBox();
    return size && size.width > size.height ? 'lies' : 'stands';
  };
  await expect(cards(page)).toHaveCount(6);
  await expect.poll(shape).toBe('stands');
  await page.getByRole('button', { name: '画面横放' }).click();
  await expect.poll(shape).toBe('lies');
  await page.reload();
  await expect(cards(page)).toHaveCount(6);
  await expect.poll(shape).toBe('lies');
});

test('on a phone cards stand in threes, rows are cards, and the deck holds its actions', async ({
  browser,
  baseURL,
  complaints,
}) => {
  const page = await onPhone(browser, baseURL, 'zh-CN', complaints);
  await enter(page, 'zh-CN');
  await expect(cards(page)).toHaveCount(6);
  const tops = await cards(page).evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().top)));
  expect(new Set(tops.slice(0, 3)).size).toBe(1);
  await expect(page.getByRole('button', { name: '购买云手机' })).toBeVisible();
  await box(page, '主力-01').tap();
  await expect(deck(page).getByText('1 台已选')).toBeVisible();
  // While phones are being selected a tap on a picture selects it.
  await page.getByRole('article', { name: '直播间' }).tap({ position: { x: 50, y: 120 } });
  await expect(deck(page).getByText('2 台已选')).toBeVisible();
  for (const button of await deck(page).getByRole('toolbar').getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await show(page, '列表');
  await expect(page.getByRole('list', { name: '云手机' }).getByRole('listitem')).toHaveCount(6);
  expect(await sticksOut(page), 'nothing sticks out sideways').toBeLessThanOrEqual(0);
  await deck(page).getByRole('button', { name: '取消选择' }).tap();
  // The row is a button as a whole.
  await page.getByRole('list', { name: '云手机' }).getByRole('button', { name: '主力-01', exact: true }).tap();
  await expect(page).toHaveURL(/\/app\/play\?phoneId=\d+/);
  await page.context().close();
});
