// The app market: an operator offers an app in two versions, a member installs it and brings it up to date, and what is taken down is
// offered no more.
import type { Locator, Page } from '@playwright/test';
import { install as installByAdb } from '../../adb';
import { makeApk, makeOthersApk } from '../../apk';
import { expect, PASSWORD, test } from '../../fixtures';
import { shell } from '../../operations';
import { live } from '../../phone';
import { dresses, enterIn, go, once, openPhone, sound } from '../../shell';
import { wordsIn } from '../../words';

const apk = (name: string, bytes: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer: bytes });

for (const dress of dresses) {
  test(
    `an app is offered, installed, updated and taken down, ${dress.where}`,
    once(dress, 'desk'),
    async ({ page, browser, demo, complaints }) => {
      const member = await demo.member('主力-01');
      const t = wordsIn(dress.language);
      const chinese = dress.language === 'zh-CN';
      const app = `org.example.market.${chinese ? 'desk' : 'hand'}`;
      const name = chinese ? '云地图' : 'Cloud maps';
      const keeper = `market-${dress.language}`;
      const permissions = ['infra:market:list', 'infra:market:edit'];
      await demo.seed({ operators: [{ userName: keeper, password: PASSWORD, permissions }] });
      await enterIn(page, dress, keeper);
      await go(page, '/operator/market');
      const row = page.locator('tbody tr, main li').filter({ hasText: app });
      /** Says yes to the question that is open: its button is the last one of this name. */
      const confirm = (verb: 'down' | 'remove') =>
        page
          .getByRole('button', { name: t(`market.${verb}`), exact: true })
          .last()
          .click();
      const dialog = page.getByRole('dialog');

      // A file that is no app is refused in words; a name that is missing, beside its field.
      await page
        .getByRole('button', { name: t('market.add') })
        .first()
        .click();
      const file = dialog.locator('input[type=file]');
      await file.setInputFiles(apk('notes.txt', Buffer.from('no app')));
      await expect(dialog.getByText('notes.txt')).toBeVisible();
      await expect(dialog.getByRole('progressbar')).toHaveCount(0);
      await dialog.getByRole('button', { name: t('market.submit') }).click();
      await expect(dialog.getByText(t('market.noApp'))).toBeVisible();
      await dialog.getByRole('button', { name: t('uploads.remove', { name: 'notes.txt' }) }).click();
      await file.setInputFiles(apk('maps-1.apk', makeApk(app, 'Map', 1)));
      const field = (part: 'name' | 'description', side: 'chinese' | 'english') =>
        dialog.getByLabel(`${t(`market.${part}`)} · ${t(`market.${side}`)}`);
      await expect(field('name', 'chinese')).toHaveValue('Map');
      await field('name', 'chinese').fill('');
      await dialog.getByRole('button', { name: t('market.submit') }).click();
      await expect(dialog.getByText(/^(请输入应用名称|Enter the app's name)$/)).toBeVisible();
      await field('name', 'chinese').fill('云地图');
      await expect(dialog.getByRole('alert')).toHaveCount(0);
      await field('name', 'english').fill('Cloud maps');
      await field('description', 'chinese').fill('离线也能看的地图');
      await field('description', 'english').fill('Maps without a network');
      await page.screenshot({ path: test.info().outputPath('offer.png') });
      await sound(page);
      await dialog.getByRole('button', { name: t('market.submit') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(row).toContainText(t('market.states.on'));
      await sound(page);

      // The member, on a phone or at the desk as the operator is. The phone has the app already, as somebody else signed it.
      await installByAdb(member.address('主力-01'), makeOthersApk(app, 'Map', 1));
      const context = await browser.newContext({
        baseURL: demo.origin,
        viewport: page.viewportSize(),
        reducedMotion: 'reduce',
      });
      const mine = await context.newPage();
      await enterIn(mine, dress, member.account);
      await openPhone(mine);
      await live(mine);
      if (!dress.wide) await mine.getByRole('button', { name: t('play.more') }).click();
      await mine.getByRole('tab', { name: t('play.tab.apps') }).click();
      await mine.getByText(t('apps.market'), { exact: true }).click();
      const offered = mine
        .getByRole('list', { name: t('market.title') })
        .getByRole('listitem')
        .filter({ hasText: name });
      await expect(offered).toContainText(chinese ? '离线也能看的地图' : 'Maps without a network');
      await expect(offered).toContainText(t('apps.apart'));
      await mine.screenshot({ path: test.info().outputPath('apart.png') });
      await shell(member, '主力-01', `pm uninstall ${app}`);
      await reopen(mine, t);
      await expect(offered).toBeVisible();
      await expect(offered).not.toContainText(t('apps.apart'));
      await mine.screenshot({ path: test.info().outputPath('market.png') });
      await sound(mine);
      const installed = () => shell(member, '主力-01', `dumpsys package ${app} | grep versionName || true`);
      await install(mine, t, offered.getByRole('button', { name: t('market.installName', { name }) }));
      await expect.poll(installed).toContain('1.0');
      await expect(offered).toContainText(t('market.there'));

      // A next version that somebody else signed is refused in words.
      await row.getByRole('button', { name: t('market.addVersionOf', { name }) }).click();
      await file.setInputFiles(apk('maps-9.apk', makeOthersApk(app, 'Map', 9)));
      await expect(dialog.getByText('9.0')).toBeVisible();
      await dialog.getByRole('button', { name: t('market.submit') }).click();
      await expect(dialog.getByText(/签名与应用市场中|signed by another key than this app's/)).toBeVisible();
      await dialog.getByRole('button', { name: t('common.cancel'), exact: true }).click();
      await expect(dialog).toHaveCount(0);
      await expect(row).not.toContainText('9.0');

      // The next version is an update; the older one can be chosen still.
      await row.getByRole('button', { name: t('market.addVersionOf', { name }) }).click();
      await file.setInputFiles(apk('maps-2.apk', makeApk(app, 'Map', 2)));
      await expect(dialog.getByText('2.0')).toBeVisible();
      await expect(field('description', 'english')).toHaveValue('Maps without a network');
      await dialog.getByRole('button', { name: t('market.submit') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(row).toContainText('2.0');
      await reopen(mine, t);
      await expect(offered.getByRole('combobox', { name: t('market.versionOf', { name }) })).toBeVisible();
      await install(mine, t, offered.getByRole('button', { name: t('market.updateName', { name }) }));
      await expect.poll(installed).toContain('2.0');
      await expect(offered).toContainText(t('market.there'));

      // Version 2.0 is taken down and removed by itself, then the app with the version that is left.
      await row.getByRole('button', { name: t('market.versionsOf', { name }) }).click();
      const version = dialog.locator('tbody tr, li').filter({ hasText: '2.0' });
      await version.getByRole('button', { name: t('market.downName', { name: `${name} 2.0` }) }).click();
      await confirm('down');
      await expect(version).toContainText(t('market.states.down'));
      await page.screenshot({ path: test.info().outputPath('versions.png') });
      await version.getByRole('button', { name: t('market.removeName', { name: `${name} 2.0` }) }).click();
      await confirm('remove');
      await expect(version).toHaveCount(0);
      await dialog.getByRole('button', { name: t('common.close'), exact: true }).click();
      await row.getByRole('button', { name: t('market.downName', { name }) }).click();
      await confirm('down');
      await expect(row).toContainText(t('market.states.down'));
      await page.screenshot({ path: test.info().outputPath('down.png') });
      await reopen(mine, t);
      await expect(
        mine.getByText(t('market.empty')).or(mine.getByRole('list', { name: t('market.title') })),
      ).toBeVisible();
      await expect(offered).toHaveCount(0);
      await context.close();
      expect(complaints).toEqual([]);
    },
  );
}

/** Installs what the button is for, in the dialog that it opens. */
async function install(
  page: Page,
  t: (key: string, values?: Record<string, string>) => string,
  button: Locator,
): Promise<void> {
  await button.click();
  const push = page.getByRole('dialog', { name: t('uploads.title') });
  await push.getByRole('button', { name: t('uploads.installStart', { count: '1' }) }).click();
  const receipt = page.locator('.ant-drawer').filter({ has: page.getByRole('button', { name: 'CSV' }) });
  await expect(receipt.getByText(new RegExp(t('operations.done')))).not.toHaveCount(0);
  await receipt.getByRole('button', { name: t('common.close'), exact: true }).click();
}

/** The market is asked for anew when its tab is opened again. */
async function reopen(page: Page, t: (key: string) => string): Promise<void> {
  await page.getByText(t('apps.installed'), { exact: true }).first().click();
  await page.getByText(t('apps.market'), { exact: true }).click();
}
