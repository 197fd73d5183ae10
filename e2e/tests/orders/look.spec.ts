// The pages of buying in every dress, and inside somebody else's page.
import { enter, spoken } from '../../account';
import { heardBy } from '../../around';
import { serious } from '../../axe';
import { expect, FIRST_MEMBER, listen, PASSWORD, signIn } from '../../fixtures';
import { agree, CODE, KIND, order, PAID, scanAndPay, test, total, WECHAT_PAY } from '../../orders';
import { go, sound } from '../../shell';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const language of spoken('en-US')) {
  test(`buying, renewing and the records in ${language}: both themes, on a desk and on a phone`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({
      baseURL,
      locale: language,
      reducedMotion: 'reduce',
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    await listen(page, complaints);
    const pages = [
      ['/payManage', 'buy.title'],
      ['/renewManage', 'renew.title'],
      ['/orderRecords', 'orders.title'],
    ] as const;
    await enter(page, language, FIRST_MEMBER, PASSWORD, '/app/payManage');
    for (const [path, title] of pages) {
      await go(page, path);
      await expect(page.getByRole('heading', { level: 1, name: wordsIn(language)(title), exact: true })).toBeAttached();
      await expect(page.locator('fieldset, table, section').first()).toBeVisible();
      for (const size of sizes) {
        await page.setViewportSize(size);
        await sound(page);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await context.close();
    expect(complaints, 'the console is silent').toEqual([]);
  });
}

test(
  'the embedded pages have no frame, wear the theme of their address, and tell the page around what became of the order',
  SWEPT,
  async ({ page, demo }) => {
    const t = wordsIn('zh-CN');
    demo.embedder.inside = `${demo.origin}/app/payManageEmbedded?theme=dark`;
    await signIn(page);
    await page.goto(demo.embedder.origin);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { level: 1, name: t('buy.title') })).toBeVisible();
    await expect(frame.getByRole('navigation')).toHaveCount(0);
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
    const inner = page.frames().find((each) => each !== page.mainFrame());
    if (!inner) throw new Error('no frame');
    await inner.getByRole('radio', { name: new RegExp(KIND) }).check({ force: true });
    await expect(total(inner)).toHaveText('¥45');
    await agree(inner);
    const dialog = await order(inner, WECHAT_PAY);
    await expect(dialog.getByRole('img', { name: CODE })).toBeVisible();
    await scanAndPay(page, '¥45');
    await expect(dialog.getByRole('img', { name: PAID })).toBeVisible();
    // The page around is told a moment after the picture is shown.
    await expect.poll(() => heardBy(page)).toHaveLength(1);
    const heard = await heardBy(page);
    expect(heard[0]?.from).toBe(demo.origin);
    expect(heard[0]?.said).toMatchObject({ type: 'owldeck-order', state: 'success' });

    for (const [path, name] of [
      ['payManageEmbedded', t('buy.title')],
      ['renewManageEmbedded', t('renew.title')],
    ] as const) {
      for (const theme of ['dark', 'light']) {
        // Inside the frame, without another load.
        await inner.evaluate((to) => {
          history.pushState(null, '', to);
          dispatchEvent(new PopStateEvent('popstate', { state: null }));
        }, `/app/${path}?theme=${theme}`);
        await expect(frame.locator('html')).toHaveAttribute('data-theme', theme);
        await expect(frame.getByRole('heading', { level: 1, name })).toBeVisible();
        await expect(frame.locator('fieldset, section').first()).toBeVisible();
        expect(await serious(inner), `${path}, ${theme}`).toEqual([]);
      }
    }
  },
);

test('only the embedded pages may be framed, and only by the named origin', async ({ request, demo }) => {
  const policy = async (path: string) => (await request.get(`/app/${path}`)).headers()['content-security-policy'] ?? '';
  for (const path of ['payManageEmbedded', 'renewManageEmbedded', 'redemptionCodeEmbedded'])
    expect(await policy(path)).toContain(`frame-ancestors ${demo.embedder.origin}`);
  for (const path of ['payManage', 'index', '']) expect(await policy(path)).toContain("frame-ancestors 'none'");
});
