// The list: search for one or many, filters, sorts, pages and views, all of the question in the address; selection by mouse and keyboard.
import type { Page } from '@playwright/test';
import { enter } from '../../account';
import { sticksOut } from '../../fits';
import { expect, FIRST_MEMBER, PASSWORD, test } from '../../fixtures';
import { onPhone } from '../../shell';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const t = wordsIn('zh-CN');

const cards = (page: Page) => page.getByRole('article');
const names = (page: Page) => cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')));
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: t('list.select', { name }) });
const deck = (page: Page) => page.getByRole('region', { name: t('batch.name') });
const selected = (page: Page, n: number) => deck(page).getByText(`${n} ${t('batch.selected')}`);
const show = (page: Page, view: 'cards' | 'table' | 'dense') =>
  page.getByTitle(t(`list.${view}`), { exact: true }).click();

test('a search finds one and many and says which are missing; counts, filters and the sort are in the address @pg-sweep', async ({
  page,
}) => {
  await enter(page, 'zh-CN');
  const search = page.getByPlaceholder(t('list.search'));
  await search.fill('短视频');
  await search.press('Enter');
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/q=/);
  await search.fill('主力-01, 直播间 没有这台');
  await search.press('Enter');
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByText(`${t('list.notFound', { n: '1' })}没有这台`)).toBeVisible();
  // A name with a blank is one name, alone and beside others.
  await search.fill('选品 A');
  await search.press('Enter');
  await expect.poll(() => names(page)).toEqual(['选品 A']);
  await search.fill('选品 A，主力-01');
  await search.press('Enter');
  await expect.poll(async () => (await names(page)).sort()).toEqual(['主力-01', '选品 A'].sort());
  await expect(page.getByText(new RegExp(t('list.notFound', { n: '\\d+' })))).toHaveCount(0);
  // No phone is called so: both are parts.
  await search.fill('短视，直播');
  await search.press('Enter');
  await expect.poll(async () => (await names(page)).sort()).toEqual(['直播间', '短视频-02'].sort());
  await search.fill('哪里 都没有 这样的');
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: t('list.noMatch') })).toBeVisible();
  await page.getByRole('button', { name: t('list.clear') }).click();
  await expect(cards(page)).toHaveCount(6);
  await expect(page).toHaveURL(/\/app\/index$/);

  // A count that needs a person shows those phones.
  const expiring = t('list.expiring').replace(/ <b>.*/, '');
  await page.getByRole('button', { name: expiring }).click();
  await expect(page).toHaveURL(/rental=expiring/);
  await expect.poll(async () => (await names(page)).sort()).toEqual(['直播间', '选品 A'].sort());
  await page.getByRole('button', { name: t('list.filters', { n: '1' }) }).click();
  await page.getByLabel(t('list.relation'), { exact: true }).click();
  await page.getByTitle(t('list.relationGranted')).click();
  await expect(page).toHaveURL(/relation=granted/);
  await expect(page.getByRole('heading', { name: t('list.noMatch') })).toBeVisible();
  await page.keyboard.press('Escape');
  await page
    .locator('section')
    .getByRole('button', { name: t('list.filterReset') })
    .click();
  await expect(cards(page)).toHaveCount(6);
  await expect(page).toHaveURL(/\/app\/index$/);
  await page.goBack();
  await expect(page).toHaveURL(/relation=granted/);
  // The address changes before the page.
  await expect(page.getByRole('heading', { name: t('list.noMatch') })).toBeVisible();
  await page.goForward();
  await expect(cards(page)).toHaveCount(6);

  // The sort is kept for the next visit.
  await page.getByRole('combobox', { name: t('list.sort') }).click();
  await page.getByTitle(t('list.sort3')).click();
  await expect(page).toHaveURL(/sort=3/);
  const byInitial = ['备用-04', '短视频-02', '小店客服', '选品 A', '直播间', '主力-01'];
  await expect.poll(() => names(page)).toEqual(byInitial);
  expect(await page.evaluate(() => localStorage.getItem('sortType'))).toBe('3');
  await page.getByRole('button', { name: t('list.asc') }).click();
  await expect(page).toHaveURL(/order=desc/);
  await expect.poll(() => names(page)).toEqual(byInitial.toReversed());
});

test('lines of names and ids are searched, typed into the batch field or pasted', SWEPT, async ({ page }) => {
  await enter(page, 'zh-CN');
  const id = await page.getByRole('article', { name: '主力-01', exact: true }).getByText(/^OWL-/).first().innerText();
  await page.getByRole('button', { name: t('list.batch'), exact: true }).click();
  await page.getByPlaceholder(t('list.batchHint')).fill(`${id.trim()}\n选品 A\n没有这台`);
  await page.getByRole('button', { name: t('list.batchSearch', { n: '3' }) }).click();
  await expect.poll(async () => (await names(page)).sort()).toEqual(['主力-01', '选品 A'].sort());
  await expect(page.getByText(`${t('list.notFound', { n: '1' })}没有这台`)).toBeVisible();
  // Lines that are pasted into the field of one line stay apart.
  const search = page.getByPlaceholder(t('list.search'));
  await search.selectText();
  await search.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '直播间\r\n选品 A\r\n');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(search).toHaveValue('直播间, 选品 A');
  await expect.poll(async () => (await names(page)).sort()).toEqual(['直播间', '选品 A'].sort());
  await expect(page.getByText(new RegExp(t('list.notFound', { n: '\\d+' })))).toHaveCount(0);
});

test('a page that is no more gives way to the last there is', SWEPT, async ({ page }) => {
  await enter(page, 'zh-CN');
  await page.goto('/app/index?sort=2&page=9');
  await expect(cards(page)).toHaveCount(6);
  await expect(page).toHaveURL(/\/app\/index\?sort=2$/);
});

test('each sort has its order, and the address keeps it', SWEPT, async ({ page }) => {
  await enter(page, 'zh-CN');
  await page.goto('/app/index?sort=2');
  await expect.poll(() => names(page)).toEqual(['直播间', '选品 A', '短视频-02', '备用-04', '主力-01', '小店客服']);
  await page.goto('/app/index?sort=3');
  await expect.poll(() => names(page)).toEqual(['备用-04', '短视频-02', '小店客服', '选品 A', '直播间', '主力-01']);
  await page.goto('/app/index?sort=3&order=desc');
  await expect.poll(() => names(page)).toEqual(['主力-01', '直播间', '选品 A', '小店客服', '短视频-02', '备用-04']);
});

test('the list leads on to buying, and its deck to renewing what is selected', SWEPT, async ({ page }) => {
  await enter(page, 'zh-CN');
  await page.getByRole('button', { name: t('list.buy') }).click();
  await expect(page).toHaveURL(/\/app\/payManage$/);
  await expect(page.getByRole('heading', { level: 1, name: t('buy.title') })).toBeVisible();
  await page.goBack();
  for (const name of ['短视频-02', '备用-04']) {
    await page.getByRole('article', { name }).hover();
    await box(page, name).check();
  }
  await deck(page)
    .getByRole('button', { name: t('list.renew'), exact: true })
    .click();
  await expect(page).toHaveURL(/\/app\/renewManage\?phoneIds=\d+(,|%2C)\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: t('renew.title') })).toBeVisible();
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

test('the keyboard goes from card to card and selects, a selection survives views and opens one alone; the palette finds it', async ({
  page,
}) => {
  await enter(page, 'zh-CN', FIRST_MEMBER, PASSWORD, '/app/index?sort=2');
  await byKeyboard(page);

  await cards(page).first().hover();
  await box(page, '直播间').click();
  await cards(page).nth(2).hover();
  await box(page, '短视频-02').click({ modifiers: ['Shift'] });
  await expect(selected(page, 3)).toBeVisible();
  await expect(deck(page).getByRole('button', { name: t('list.open') })).toHaveCount(0);
  await show(page, 'table');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ has: page.locator('input:checked') })).toHaveCount(3);
  await page.getByRole('checkbox', { name: t('list.selectPage') }).check();
  await expect(selected(page, 6)).toBeVisible();
  await show(page, 'dense');
  await expect(box(page, '主力-01')).toBeChecked();
  await deck(page)
    .getByRole('button', { name: t('batch.clear') })
    .click();
  await expect(deck(page)).toBeHidden();
  await cards(page).first().hover();
  await box(page, '直播间').click();
  await deck(page)
    .getByRole('button', { name: t('list.open') })
    .click();
  await expect(page).toHaveURL(/\/app\/play\?phoneId=\d+/);
  await expect(page.getByRole('heading', { level: 1, name: '直播间' })).toBeVisible();

  await page.goBack();
  await expect(cards(page)).toHaveCount(6);
  await page.keyboard.press('Control+k');
  const found = page.getByRole('option', { name: /^主力-01/ });
  await page.getByRole('combobox', { name: t('shell.paletteHint') }).fill('主力');
  await expect(found).toBeVisible();
  await found.click();
  await expect(page).toHaveURL(/\/app\/play\?phoneId=\d+/);
});

/** Goes over the cards, selects and opens menu and dialog of the first one, all by the keyboard; nothing is selected in the end. */
async function byKeyboard(page: Page): Promise<void> {
  const focused = page.locator('article:focus');
  await expect(cards(page).first()).toHaveAttribute('aria-label', '直播间');
  const [first, second] = await names(page);
  await cards(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(focused).toHaveAttribute('aria-label', second ?? '');
  await page.keyboard.press('ArrowLeft');
  await expect(focused).toHaveAttribute('aria-label', first ?? '');
  await page.keyboard.press('Space');
  await expect(selected(page, 1)).toBeVisible();
  await page.keyboard.press('Control+a');
  await expect(selected(page, 6)).toBeVisible();
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
  await page.getByRole('menuitem', { name: t('actions.rename') }).click();
  const dialog = page.getByRole('dialog', { name: t('rename.title') });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(focused).toHaveAttribute('aria-label', first ?? '');
}

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
  await enter(page, 'zh-CN', owner, PASSWORD, '/app/index?size=10');
  await expect(cards(page)).toHaveCount(10);
  await page.getByRole('checkbox', { name: t('list.selectPage') }).check();
  await expect(selected(page, 10)).toBeVisible();
  await page.getByRole('button', { name: t('list.allMatching', { n: '12' }) }).click();
  await expect(selected(page, 12)).toBeVisible();
  // They stay selected on the other page, where two of them are.
  const pager = page.getByRole('navigation', { name: t('pager.name') });
  await expect(pager.getByText(t('list.pageTotal', { count: '12' }), { exact: true })).toBeVisible();
  await page.getByTitle('2', { exact: true }).click();
  await expect(page).toHaveURL(/\/app\/index\?size=10&page=2$/);
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByRole('article').getByRole('checkbox', { checked: true })).toHaveCount(2);
});

test('a phone’s facts are told behind its menu; pictures lie when they are turned, the table sorts, hides columns and makes a file; the looks stay', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, 'zh-CN');
  await expect(cards(page)).toHaveCount(6);
  await readFacts(page);

  const shape = async () => {
    const size = await cards(page).first().locator('canvas').first().boundingBox();
    return size && size.width > size.height ? 'lies' : 'stands';
  };
  await expect.poll(shape).toBe('stands');
  await page.getByRole('button', { name: t('list.landscape') }).click();
  await expect.poll(shape).toBe('lies');

  await show(page, 'table');
  const table = page.getByRole('table');
  await table.getByText(t('list.expires'), { exact: true }).click();
  await expect(page).toHaveURL(/sort=2/);
  await expect(table.getByRole('row').nth(1)).toContainText('直播间');
  await expect(table.getByText(t('list.carrier'))).toBeVisible();
  await page.getByRole('button', { name: t('columns.title') }).click();
  await page.getByRole('checkbox', { name: t('list.carrier') }).uncheck();
  await expect(table.getByText(t('list.carrier'))).toHaveCount(0);

  // The reload shows that the browser keeps both choices: the columns of the table, and how pictures lie.
  await page.reload();
  await expect(table.getByText(t('list.android'))).toBeVisible();
  await expect(table.getByText(t('list.carrier'))).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('csv.save') }).click();
  const file = await (await saved).createReadStream();
  const text = (await file.toArray()).join('');
  expect(text.split('\r\n')).toHaveLength(7);
  expect(text).toContain('主力-01');
  await show(page, 'cards');
  await expect(cards(page)).toHaveCount(6);
  await expect.poll(shape).toBe('lies');
});

/** Reads everything that is known of a phone, and copies its ids. */
async function readFacts(page: Page): Promise<void> {
  await cards(page).first().hover();
  await page.getByRole('button', { name: t('actions.menu', { name: '主力-01' }) }).click();
  await page.getByRole('menuitem', { name: t('list.details') }).click();
  const facts = page.getByRole('dialog', { name: t('facts.title', { name: '主力-01' }) });
  const carriers = ['mobile', 'unicom', 'telecom'].map((each) => t(`facts.operator.${each}`));
  for (const [label, value] of [
    [t('facts.owlId'), /^OWL-/],
    [t('facts.phoneId'), /^\d{16}$/],
    [t('facts.status'), '运行中'],
    [t('facts.levelOf'), t('facts.level.owner')],
    [t('facts.android'), /^Android \d+/],
    [t('facts.chip'), /\S/],
    [t('facts.dpi'), /^\d+$/],
    [t('facts.padTypeOf'), t('facts.padType.type5')],
    [t('facts.operatorOf'), new RegExp(`^(${carriers.join('|')})`)],
    [t('facts.assigned'), /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/],
    [t('facts.expires'), /剩/],
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
  await page.keyboard.press('Escape');
  await expect(facts).toBeHidden();
}

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
  await expect(page.getByRole('button', { name: t('list.buy') })).toBeVisible();
  await box(page, '主力-01').tap();
  await expect(selected(page, 1)).toBeVisible();
  // While phones are being selected a tap on a picture selects it.
  await page.getByRole('article', { name: '直播间' }).tap({ position: { x: 50, y: 120 } });
  await expect(selected(page, 2)).toBeVisible();
  for (const button of await deck(page).getByRole('toolbar').getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await show(page, 'table');
  await expect(page.getByRole('list', { name: t('pages.phones') }).getByRole('listitem')).toHaveCount(6);
  expect(await sticksOut(page), 'nothing sticks out sideways').toBeLessThanOrEqual(0);
  await deck(page)
    .getByRole('button', { name: t('batch.clear') })
    .tap();
  // The row is a button as a whole.
  await page
    .getByRole('list', { name: t('pages.phones') })
    .getByRole('button', { name: '主力-01', exact: true })
    .tap();
  await expect(page).toHaveURL(/\/app\/play\?phoneId=\d+/);
  await page.context().close();
});
