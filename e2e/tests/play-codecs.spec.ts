// A browser that has VideoDecoder and no H.264: the software decoder steps in, on the list and on a phone.
import { expect, signIn, test } from '../fixtures';
import { difference, live, openPhone, places, shot, tap } from '../phone';

function takesNoH264(): void {
  const asked = VideoDecoder.isConfigSupported;
  VideoDecoder.isConfigSupported = (config) =>
    config.codec.startsWith('avc1.') ? Promise.resolve({ supported: false, config }) : asked.call(VideoDecoder, config);
}

test('a browser whose VideoDecoder takes no H.264 shows its phones by the software decoder', async ({ page, demo }) => {
  const member = await demo.member('主力-01', '直播间', '选品 A');
  // Each worker fetches the module that asks: it hears the answer of such a browser before the module comes.
  await page.route('**/stream_bg*.wasm', async (route) => {
    await Promise.all(page.workers().map((worker) => worker.evaluate(takesNoH264)));
    await route.continue();
  });
  const fetched: string[] = [];
  page.on('response', (response) => fetched.push(new URL(response.url()).pathname));
  await signIn(page, member.account);
  const drawn = () =>
    page
      .locator('article canvas')
      .evaluateAll((all) => all.filter((one) => (one as HTMLCanvasElement).width !== 300).length);
  await expect.poll(drawn, { message: 'the small pictures are decoded' }).toBeGreaterThan(2);
  expect(fetched.some((path) => /soft_bg.*\.wasm$/.test(path))).toBe(true);
  expect(await page.evaluate(() => typeof VideoDecoder)).toBe('function');

  await openPhone(page, '主力-01');
  await live(page);
  await expect(page.getByText('软件解码器 (wasm)')).toBeVisible();
  const launcher = await shot(page);
  await tap(page, ...places.notesIcon);
  await expect.poll(async () => difference(launcher, await shot(page))).toBeGreaterThan(0.3);
});

test('the browser check says so, and that the picture is there all the same', async ({ page }) => {
  await page.route('**/pictureWorker*.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `(${takesNoH264})();${await answer.text()}` });
  });
  await page.goto('/app/browser');
  const line = (words: string) => page.getByRole('listitem').filter({ hasText: words });
  await expect(line('浏览器解码器')).toHaveAttribute('data-tone', 'less');
  await expect(line('浏览器解码器')).toContainText('改用软件解码器');
  await expect(line('H.264 Baseline')).toContainText('由软件解码器解码');
});
