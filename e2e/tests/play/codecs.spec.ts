// Decoders of browsers: one that takes no H.264, where the software decoder steps in on the list and on a phone, and one that is taken back.
import { AGAIN, expect, signIn, test } from '../../fixtures';
import { difference, drawnCards, live, openPhone, places, shot, tap } from '../../phone';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const t = wordsIn('zh-CN');

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
  await expect.poll(() => drawnCards(page), { message: 'the small pictures are decoded' }).toBeGreaterThan(2);
  expect(fetched.some((path) => /soft_bg.*\.wasm$/.test(path))).toBe(true);
  expect(await page.evaluate(() => typeof VideoDecoder)).toBe('function');

  await openPhone(page, '主力-01');
  await live(page);
  await expect(page.getByText(t('play.decoderWasm'))).toBeVisible();
  const launcher = await shot(page);
  await tap(page, ...places.notesIcon);
  await expect.poll(async () => difference(launcher, await shot(page))).toBeGreaterThan(0.3);
});

test('the browser check says so, and that the picture is there all the same', SWEPT, async ({ page }) => {
  await page.route('**/pictureWorker*.js', async (route) => {
    const answer = await route.fetch(AGAIN);
    await route.fulfill({ response: answer, body: `(${takesNoH264})();${await answer.text()}` });
  });
  await page.goto('/app/browser');
  const line = (words: string) => page.getByRole('listitem').filter({ hasText: words });
  await expect(line(t('browser.line.decoder'))).toHaveAttribute('data-tone', 'less');
  await expect(line(t('browser.line.decoder'))).toContainText(t('browser.so.decoderSoft'));
  await expect(line('H.264 Baseline')).toContainText(t('browser.so.bySoft'));
});

interface Made {
  decoder: VideoDecoder;
  init: VideoDecoderInit;
  config: string;
}

/** Keeps the decoders that a worker makes, each with what it was set up for. */
function keepsDecoders(): void {
  const made: Made[] = [];
  const Own = VideoDecoder;
  class Kept extends Own {
    constructor(init: VideoDecoderInit) {
      super(init);
      made.push({ decoder: this, init, config: '' });
    }
    override configure(config: VideoDecoderConfig): void {
      for (const one of made) if (one.decoder === this) one.config = JSON.stringify(config);
      super.configure(config);
    }
  }
  Object.assign(self, { VideoDecoder: Kept, made });
}

/** Takes the newest decoder back as browsers do (WebCodecs, "Codec Reclamation"); how many there were, and what it was set up for. */
function reclaim(): { count: number; config: string } {
  const { made } = self as unknown as { made: Made[] };
  const last = made.at(-1);
  last?.decoder.close();
  last?.init.error(new DOMException('Codec reclaimed due to inactivity.', 'QuotaExceededError'));
  return { count: made.length, config: last?.config ?? '' };
}

const configsSince = (count: number) =>
  (self as unknown as { made: Made[] }).made.slice(count).map((one) => one.config);

test('a decoder that the browser takes back is opened again as it was', async ({ page, demo }) => {
  const member = await demo.member('主力-01');
  await page.route('**/stream_bg*.wasm', async (route) => {
    await Promise.all(page.workers().map((worker) => worker.evaluate(keepsDecoders)));
    await route.continue();
  });
  await signIn(page, member.account);
  await openPhone(page, '主力-01');
  const playing = page.workers().at(-1);
  if (!playing) throw new Error('no worker plays');
  const taken = await playing.evaluate(reclaim);
  expect(taken.config).toContain('avc1.');

  const launcher = await shot(page);
  await tap(page, ...places.notesIcon);
  await expect.poll(async () => difference(launcher, await shot(page))).toBeGreaterThan(0.3);
  // The next one is set up for the same, hardware and all, and nothing else steps in.
  const next = await playing.evaluate(configsSince, taken.count);
  expect(next).toEqual([taken.config]);
  await live(page);
  await expect(page.getByText(t('play.decoderWasm'))).toBeHidden();
});
