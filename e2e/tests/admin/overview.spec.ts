// Today and the state of the server: an operator sees what waits, goes where a figure leads, and finds where the settings come from.
import { expect, PASSWORD, test } from '../../fixtures';
import { soundInBoth } from '../../layouts';
import { dresses, enterIn, go, once } from '../../shell';
import { wordsIn } from '../../words';

let made = 0;

for (const dress of dresses) {
  const t = wordsIn(dress.language);

  test(
    `an operator looks at today and at the state of the server, ${dress.where}`,
    once(dress, 'desk'),
    async ({ page, demo }) => {
      const { account } = await demo.member();
      made += 1;
      const userName = `today-${account.slice(-6)}-${made}`;
      await demo.seed({ operators: [{ userName, password: PASSWORD, permissions: ['*:*:*'] }] });
      await enterIn(page, dress, userName, '/app/operator');
      await expect(page.getByRole('heading', { name: t('pages.today'), level: 1 })).toBeVisible();
      const strip = page.getByRole('list', { name: t('overview.needsYou') });
      await expect(strip.getByRole('listitem')).toHaveCount(5);
      await expect(page.getByRole('img').first()).toBeVisible();
      await expect(page.getByRole('table', { name: t('overview.byHour') })).toBeAttached();
      await soundInBoth(page, dress);

      await page
        .getByRole('main')
        .getByRole('link', { name: t('pages.hosts'), exact: true })
        .click();
      await expect(page.getByRole('heading', { name: t('pages.hosts'), level: 1 })).toBeVisible();

      await go(page, '/operator/system?source=environment');
      await expect(page.getByRole('heading', { name: t('pages.serverState'), level: 1 })).toBeVisible();
      const settings = page.getByRole('list', { name: t('system.settings') });
      await expect(settings.getByText('OWLDECK_DATA_DIR')).toBeVisible();
      await expect(page.getByText(t('system.names.webhooks'))).toBeVisible();
      await soundInBoth(page, dress);
    },
  );
}
