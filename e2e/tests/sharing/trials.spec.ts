// A trial behind an owner's link: made from the phone's menu at a desk, begun by somebody without an account on a phone, who has one app in its
// hands until the time is up; then the app is stopped and its data cleared. The phone itself is asked.

import { enter } from '../../account';
import { install } from '../../adb';
import { makeApk } from '../../apk';
import { expect, type Member, PASSWORD, timed as test } from '../../fixtures';
import { createLink, visit } from '../../links';
import { dialog, shell } from '../../operations';
import { live, picture } from '../../phone';
import { go, sound } from '../../shell';
import { wordsIn } from '../../words';

const NAME = '农场-03';
const APP = 'org.example.farm';
const LABEL = '农场物语';

test('a visitor tries one app until the time is up, made in zh-CN, tried on a phone in en-US', async ({
  page,
  browser,
  demo,
  complaints,
}) => {
  const zh = wordsIn('zh-CN');
  const en = wordsIn('en-US');
  const owner: Member = await demo.member(NAME);
  await install(owner.address(NAME), makeApk(APP, LABEL, 3));
  const starts = async () => (await shell(owner, NAME, 'logcat -d')).split(`START u0 {cmp=${APP}/`).length - 1;

  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, 'zh-CN', owner.account, PASSWORD, '/app/index');
  await page.getByRole('button', { name: zh('actions.menu', { name: NAME }) }).click();
  await page.getByRole('menuitem', { name: zh('list.shareLink') }).click();
  await dialog(page).getByText(zh('links.trial'), { exact: true }).click();
  await dialog(page)
    .getByRole('combobox', { name: zh('links.trying.app') })
    .click();
  await page.getByTitle(LABEL, { exact: true }).click();
  await dialog(page)
    .getByRole('spinbutton', { name: zh('links.trying.minutes') })
    .fill('5');
  await sound(page);
  await page.screenshot({ path: test.info().outputPath('make.png') });
  const link = await createLink(page, 'shareGame');

  const phone = await visit(browser, link, complaints);
  const start = phone.getByRole('button', { name: en('links.trying.start') });
  await expect(start).toBeVisible();
  await phone.screenshot({ path: test.info().outputPath('offer.png') });
  await sound(phone);
  expect(await shell(owner, NAME, `pidof ${APP} || true`)).toBe('');
  await start.click();
  await live(phone);
  await expect(phone.getByText(NAME)).toHaveCount(0);
  await expect.poll(() => shell(owner, NAME, 'dumpsys activity activities')).toContain(APP);
  for (const key of ['home', 'recents', 'volumeUp', 'power'])
    await expect(phone.getByRole('button', { name: en(`play.${key}`), exact: true })).toHaveCount(0);
  await phone.screenshot({ path: test.info().outputPath('trial.png') });
  // A visitor's frame is dark, whatever the system asks for.
  await sound(phone, 'chosen');
  await shell(owner, NAME, `touch /data/data/${APP}/score`);

  // A visitor who goes back out of the app is back in it.
  const before = await starts();
  await phone.getByRole('button', { name: en('play.back'), exact: true }).click();
  await expect.poll(starts).toBeGreaterThan(before);
  await expect.poll(() => shell(owner, NAME, 'dumpsys activity activities')).toContain(APP);

  // A reload goes on with it.
  await phone.reload();
  await live(phone);
  await go(page, '/empowerPhoneList?tab=links');
  const row = page.getByRole('row').filter({ hasText: NAME });
  await expect(row).toContainText(zh('links.trying.row', { app: LABEL, n: '5' }));
  await expect(row).toContainText('1 / 1');
  await page.screenshot({ path: test.info().outputPath('list.png') });

  await expect(picture(phone)).toBeVisible();
  await demo.later(301);
  await expect(phone.getByRole('alert')).toContainText(en('links.trying.timeUp'));
  await phone.screenshot({ path: test.info().outputPath('over.png') });
  await expect.poll(() => shell(owner, NAME, `pidof ${APP} || true`)).toBe('');
  await expect.poll(() => shell(owner, NAME, `ls /data/data/${APP}`)).toBe('');
  await phone.context().close();
});
