// Helpers of the tests of buying: a demo of their own with something to sell, a further configuration, the order panel, and the wallets' other side.
import { expect, type Frame, type Locator, type Page } from '@playwright/test';
import { type Neighbour, neighbour } from './around';
import { test as base, type Demo, type ServerOptions, withDemo } from './fixtures';
import { go } from './shell';
import { inEither, type Translate, wordsIn } from './words';

/** A demo whose embedded pages may be framed by one other origin. */
export type Shop = Demo & { embedder: Neighbour };

export const KIND = '测试型';
export const BETTER = '高配型';

/** Prices in fen: 30 days of the first kind cost ¥45, from ten phones on ¥42. */
const prices = [
  { configuration: KIND, days: 7, tiers: [{ from: 1, unitFen: 1400 }] },
  {
    configuration: KIND,
    days: 30,
    tiers: [
      { from: 1, unitFen: 4500 },
      { from: 10, unitFen: 4200 },
    ],
  },
  { configuration: BETTER, days: 30, tiers: [{ from: 1, unitFen: 9000 }] },
];

/** Something to sell. Nobody answers at the addresses: they are bought, not used. */
function goods() {
  const kind = (name: string, code: string) => ({
    name,
    code,
    androidVersion: '14',
    chip: 'RK3588',
    padType: 5,
    dpi: 320,
    cores: 8,
    memoryMb: 8192,
    storageGb: 128,
  });
  const at = (n: number) => `127.0.0.1:${n}`;
  return {
    configurations: [kind(KIND, 'T4'), kind(BETTER, 'T8')],
    prices,
    stock: [
      ...Array.from({ length: 40 }, (_, n) => ({ configuration: KIND, adb: at(100 + n) })),
      ...Array.from({ length: 4 }, (_, n) => ({ configuration: BETTER, adb: at(200 + n) })),
    ],
  };
}

export const test = base.extend<object, ServerOptions & { demo: Shop }>({
  demo: [
    async ({ database }, use) => {
      const embedder = await neighbour();
      const run = async (demo: Demo) => {
        await demo.seed(goods());
        const shop: Shop = { ...demo, embedder };
        await use(shop);
      };
      await withDemo(database, run, { OWLDECK_EMBED_ORIGINS: embedder.origin });
      embedder.close();
    },
    { scope: 'worker' },
  ],
});

/** A page, or one inside somebody else's. */
type Place = Page | Frame;

/** Labels with the names of the wallets. */
export const ALIPAY = inEither((t) => `.*${t('pay.alipay')}.*`);
export const WECHAT_PAY = inEither((t) => `.*${t('pay.wechat')}.*`);
/** Words of a payment's picture once it is paid. */
export const PAID = inEither((t) => t('pay.states.success'));
/** The code of the second wallet. */
export const CODE = inEither((t) => t('pay.code', { wallet: t('pay.wechat') }));

export const panel = (page: Place): Locator =>
  page.getByRole('complementary', { name: inEither((t) => t('orders.order')) });
export const pay = (page: Place): Locator =>
  page.getByRole('dialog').filter({ has: page.getByText(inEither((t) => t('pay.content'))) });
export const total = (page: Place): Locator => panel(page).getByTestId('total');

/** Reads the agreement and accepts it. */
export async function agree(page: Place): Promise<void> {
  await panel(page).getByRole('checkbox').click();
  const accept = page.getByRole('dialog').getByRole('button', { name: inEither((t) => t('agreement.accept')) });
  const ticked = panel(page).getByRole('checkbox', { checked: true });
  // A browser in which the member accepted this version before ticks it unopened.
  await expect(accept.or(ticked)).toBeVisible();
  if (await accept.isVisible()) await accept.click();
  await expect(ticked).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Whether this page of the console is shown. */
const isAt = (page: Page, path: string): boolean => new URL(page.url()).pathname === `/app${path}`;

/** Chooses so many of the kind that is sold for the tests, on the page of buying, which another page of the console gives way to. */
export async function choose(page: Page, quantity: number): Promise<void> {
  if (!isAt(page, '/payManage')) await go(page, '/payManage');
  await page.getByRole('radio', { name: new RegExp(KIND) }).check({ force: true });
  await page
    .getByRole('radio', { name: inEither((t) => `${t('buy.days', { count: '30' })}.*`) })
    .check({ force: true });
  await page.getByRole('spinbutton', { name: inEither((t) => t('buy.quantity')) }).fill(String(quantity));
  await page.keyboard.press('Tab');
}

/** An operator makes a configuration on the page of prices, by its name in both languages. */
export async function makeConfiguration(page: Page, t: Translate, zh: string, en: string): Promise<void> {
  await page
    .getByRole('button', { name: t('prices.make') })
    .first()
    .click();
  const making = page.getByRole('dialog');
  await making.getByLabel(t('prices.fields.nameZh')).fill(zh);
  await making.getByLabel(t('prices.fields.nameEn')).fill(en);
  await making.getByLabel(t('prices.fields.androidVersion')).fill('14');
  await making.getByLabel(t('prices.fields.chip')).fill('RK3588');
  await making.getByRole('button', { name: t('prices.makeDo'), exact: true }).click();
  await expect(making).toHaveCount(0);
}

/** Orders what is chosen, with this wallet, and waits for the dialog. It asks for the total that was shown, as the button does. */
export async function order(page: Place, wallet: RegExp): Promise<Locator> {
  await panel(page).getByRole('radio', { name: wallet }).check({ force: true });
  const shown = await total(page).innerText();
  await panel(page)
    .getByRole('button', { name: inEither((t) => t('orders.pay', { amount: shown.replace('¥', '') })) })
    .click();
  const dialog = pay(page);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText(shown, { exact: true })).toBeVisible();
  return dialog;
}

/** Takes back the order of an open pay dialog. */
export async function takeBack(page: Place, dialog: Locator): Promise<void> {
  const t = wordsIn('zh-CN');
  await dialog.getByRole('button', { name: t('pay.cancel') }).click();
  await page
    .getByRole('dialog', { name: t('pay.cancelTitle') })
    .getByRole('button', { name: t('pay.cancel') })
    .click();
  await expect(dialog.getByRole('img', { name: t('pay.states.cancel') })).toBeVisible();
}

/** `¥1,092` and `¥1,092.00` are one amount. */
const fenOf = (text: string): number => Math.round(Number(text.replace(/[¥,]/g, '')) * 100);

/** The amount on a wallet's page is what its gateway was asked for: it is the one that the console shows. */
export async function asksFor(wallet: Page, shown: string): Promise<void> {
  const asked = wallet.getByText(/^¥[\d,]+\.\d\d$/).first();
  await expect(asked).toBeVisible();
  expect(fenOf(await asked.innerText())).toBe(fenOf(shown));
}

const PAY = /^(付款|Pay)$/;

/**
 * Pays the newest payment that waits at the stand-in wallets, as a phone would that scanned its code. It is of the amount that was shown. The
 * wallet's page is left open, as Chromium may forget to close a page that goes elsewhere at that moment (microsoft/playwright#42366).
 */
export async function scanAndPay(page: Page, shown: string): Promise<void> {
  const wallet = await page.context().newPage();
  const waits = wallet.getByRole('listitem').filter({ hasText: /等待付款|Waiting to be paid/ });
  // The wallets' page shows what stood there when it was asked for: the order may reach the wallet after it.
  const newest = async () => {
    await wallet.goto('/sandbox/payments');
    const [sum] = await waits.getByRole('link').allInnerTexts();
    return sum === undefined ? undefined : fenOf(sum);
  };
  await expect.poll(newest).toBe(fenOf(shown));
  await waits.getByRole('link').first().click();
  await asksFor(wallet, shown);
  await wallet.getByRole('button', { name: PAY }).click();
  await expect(wallet.getByText(/^(已付款|Paid)$/).first()).toBeVisible();
}

/**
 * Pays on the first wallet's own page, to which the open dialog leads, and is told so. The wallet's page is left open: it goes back by itself, and
 * Chromium may forget to close a page at that moment (microsoft/playwright#42366).
 */
export async function payAtAlipay(page: Page, shown: string, inside: Place = page): Promise<Page> {
  const dialog = pay(inside);
  const leaving = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: inEither((t) => t('pay.open', { wallet: t('pay.alipay') })) }).click();
  const wallet = await leaving;
  await asksFor(wallet, shown);
  await wallet.getByRole('button', { name: PAY }).click();
  await expect(dialog.getByRole('img', { name: PAID })).toBeVisible();
  return wallet;
}

/** An order's details. */
export const details = (page: Page): Locator =>
  page.getByRole('dialog', { name: inEither((t) => t('orders.details')) });

/** The order that the records show first, opened. Another page of the console gives way to them; records that are shown are loaded anew. */
export async function newestRecord(page: Page): Promise<Locator> {
  await (isAt(page, '/orderRecords') ? page.goto('/app/orderRecords') : go(page, '/orderRecords'));
  await page
    .getByRole('button', { name: inEither((t) => t('orders.openName', { no: '.*' })) })
    .first()
    .click();
  const drawer = details(page);
  await expect(drawer.getByText(inEither((t) => t('orders.number')))).toBeVisible();
  return drawer;
}

/** Of which phone, and in how many days its rental ends: before now, if that is negative. */
export type Rental = readonly [alias: string, expiresInDays: number];

let addresses = 400;

/** Gives a member phones of the kind that is sold. Nobody answers at their addresses. */
export async function rent(demo: Demo, owner: string, rentals: readonly Rental[]): Promise<void> {
  const phones = rentals.map(([alias, expiresInDays]) => ({
    owner,
    alias,
    configuration: KIND,
    expiresInDays,
    adb: `127.0.0.1:${addresses++}`,
  }));
  await demo.seed({ phones });
}
