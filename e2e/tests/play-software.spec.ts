// On a page without https there is no VideoDecoder and no audio worklet: the page says which decoder is at work and why, a clip is recorded
// and the phone is heard all the same.
import { spawnSync } from 'node:child_process';
import { atNetworkAddress, elsewhere } from '../elsewhere';
import { test as base, expect, signInByForm } from '../fixtures';
import { shell } from '../operations';
import { openPhone, places, tap } from '../phone';

const PATIENT = { timeout: 30_000 };
const test = base.extend({ baseURL: async ({ demo }, use) => use(elsewhere(demo.origin)) });
test.use(atNetworkAddress);

test('without VideoDecoder a phone is recorded and heard, and its quality changed', async ({ page, demo }) => {
  await signInByForm(page);
  await openPhone(page, '备用-04');
  expect(await page.evaluate(() => typeof VideoDecoder)).toBe('undefined');
  await expect(page.getByTitle('页面不是通过 https 打开，浏览器不提供解码器')).toContainText('软件解码器');
  const rail = page.getByRole('toolbar', { name: '云手机操作' });
  await rail.getByRole('button', { name: '录制' }).click();
  await expect(page.getByText(/^0:0\d · .*[KM]B$/)).toBeVisible(PATIENT);
  await tap(page, ...places.notesIcon);
  await page.getByText('流畅', { exact: true }).click();
  await expect(page.getByText(/^360p/)).toBeVisible(PATIENT);
  const [download] = await Promise.all([
    page.waitForEvent('download', PATIENT),
    rail.getByRole('button', { name: '结束录制' }).click(),
  ]);
  const args = ['-v', 'error', '-count_frames', '-show_entries', 'stream=codec_name,nb_read_frames', '-of', 'json', await download.path()];
  const probe = spawnSync('ffprobe', args, { encoding: 'utf8' });
  expect(probe.stderr, 'the change of the size is no fault of the file').toBe('');
  const [stream] = JSON.parse(probe.stdout).streams;
  expect(stream.codec_name).toBe('h264');
  expect(Number(stream.nb_read_frames)).toBeGreaterThan(2);

  await shell(demo, '备用-04', 'setprop owl.sound 440');
  expect(await page.evaluate(() => 'audioWorklet' in BaseAudioContext.prototype)).toBe(false);
  await page.getByRole('tab', { name: '工具' }).click();
  const status = page.getByRole('tabpanel').getByRole('status');
  await expect(status).toHaveText('声音已关闭');
  await rail.getByRole('button', { name: '声音' }).click();
  await expect(status).toContainText('声音已开启', PATIENT);
  const behind = async () =>
    Math.abs(Number(/(-?\d+) 毫秒/.exec((await status.textContent()) ?? '')?.[1] ?? Number.NaN));
  await expect.poll(behind, PATIENT).toBeLessThan(100);
  await shell(demo, '备用-04', 'setprop owl.sound 0');
});
