// The main job with VideoDecoder taken away, as it is for everyone who opens the console over plain http on a network address.
import { atNetworkAddress, elsewhere, REMARK } from '../../elsewhere';
import { test as base, expect, listen, signIn, signInByForm, signInHere } from '../../fixtures';
import { soundOnPhone } from '../../layouts';
import { difference, drawnCards, live, openPhone, rotate, shot, writeNote } from '../../phone';
import { sound } from '../../shell';
import { SWEEP } from '../../sweep';
import { wordsIn } from '../../words';

const t = wordsIn('zh-CN');

const test = base.extend({ baseURL: async ({ demo }, use) => use(elsewhere(demo.origin)) });
test.use(atNetworkAddress);
test.beforeEach(({ allowed }) => void allowed.push(REMARK));

test('without VideoDecoder it is said that others can read along, the list shows its phones, and a phone is written into, rotated and seen', async ({
  page,
  demo,
  complaints,
}) => {
  const member = await demo.member('主力-01', '直播间', '选品 A');
  expect(complaints).toEqual([]);
  const fetched: string[] = [];
  page.on('response', (response) => fetched.push(new URL(response.url()).pathname));
  await page.goto('/app/');
  expect(await page.evaluate(() => [typeof VideoDecoder, isSecureContext])).toEqual(['undefined', false]);
  expect(fetched.filter((path) => path.includes('soft'))).toEqual([]);
  const told = page.getByText(t('switches.insecure'));
  await expect(told).toBeVisible();

  await signInHere(page, member.account);
  await expect(told).toBeVisible();
  const check = told.getByRole('link', { name: t('switches.browser') });
  await expect(check).toHaveAttribute('href', '/app/browser');
  await expect(check).toHaveAttribute('target', '_blank');
  await expect.poll(() => drawnCards(page), { message: 'the small pictures are decoded' }).toBeGreaterThan(2);
  await sound(page);
  if (!SWEEP) await soundOnPhone(page);

  await openPhone(page, '主力-01');
  await expect(page.getByText(t('play.decoderWasm'))).toBeVisible();
  await writeNote(page, member, '你好');

  await rotate(page, 'landscape');
  await live(page);
});

test('the software decoder and the browser show the same picture', async ({ page, browser, demo, complaints }) => {
  const member = await demo.member('选品 A');
  await signInByForm(page, member.account);
  await openPhone(page, '选品 A');
  await expect(page.getByText(t('play.decoderWasm'))).toBeVisible();
  const mine = await shot(page);
  // Only where others could read along a line says so; the other page is as much less high.
  const line = await page.getByText(t('switches.insecure')).boundingBox();
  await page.goto('about:blank');

  const viewport = { width: 1440, height: 900 - (line?.height ?? 0) };
  const context = await browser.newContext({ baseURL: demo.origin, locale: 'zh-CN', viewport });
  const secure = await context.newPage();
  await listen(secure, complaints);
  await signIn(secure, member.account);
  expect(await secure.evaluate(() => typeof VideoDecoder)).toBe('function');
  await openPhone(secure, '选品 A');
  await expect(secure.getByText(t('play.decoderWasm'))).toBeHidden();
  await expect.poll(async () => difference(mine, await shot(secure))).toBeLessThan(0.02);
  await context.close();
});
