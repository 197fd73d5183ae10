// Prices of what is sold: an operator makes a configuration, prices it, and a member is offered it at that price; on a phone it is read.
import type { Page } from '@playwright/test';
import { enterElsewhere } from '../../account';
import { expect, PASSWORD, test } from '../../fixtures';
import { makeConfiguration } from '../../orders';
import { type Dress, dresses, enterIn, sound } from '../../shell';
import { SWEPT } from '../../sweep';
import { type Translate, wordsIn } from '../../words';

const PERMISSIONS = ['trade:price:list', 'trade:price:edit'];

/** Names of a configuration that no other test has, and the one that is shown. */
function newKind(account: string, { language }: Dress) {
  const suffix = account.slice(-6);
  const [zh, en] = [`新型${suffix}`, `New ${suffix}`] as const;
  return { zh, en, name: language === 'zh-CN' ? zh : en };
}

interface Offer {
  name: string;
  onSale: boolean;
  packages: { days: number; tiers: { unitFen: number }[] }[];
}

/** Prices as a phone shows them: they are read there, not changed. */
async function readOnly(page: Page, t: Translate): Promise<void> {
  await expect(page.getByRole('table').getByText('123', { exact: true })).toBeVisible();
  await expect(page.getByText(t('prices.onDesk'))).toBeVisible();
  await expect(page.getByRole('table').getByRole('textbox')).toHaveCount(0);
}

for (const dress of dresses.filter(({ wide }) => wide)) {
  const t = wordsIn(dress.language);

  test(`an operator prices what members buy, and a phone shows it, ${dress.where}`, async ({ page, demo, request }) => {
    const { account } = await demo.member();
    const userName = `pricer${account.slice(-6)}`;
    await demo.seed({ operators: [{ userName, password: PASSWORD, permissions: PERMISSIONS }] });
    const { zh, en, name } = newKind(account, dress);
    const { accessToken } = await enterElsewhere(request, account, 'APP');
    /** The configuration as it is offered to the member. */
    const offered = async () => {
      const headers = { authorization: `Bearer ${accessToken}` };
      const shelf = await request.get('/app-api/trade/phone-configuration/tab-list', { headers });
      const { list } = (await shelf.json()).data as { list: Offer[] };
      return list.find((each) => each.name === zh || each.name === en);
    };

    await enterIn(page, dress, userName, '/app/operator/prices');
    await makeConfiguration(page, t, zh, en);
    await expect(page.getByRole('radio', { name: new RegExp(name) }).first()).toBeChecked();

    // A price that is typed is shown as a member will see it, and is nobody's price yet.
    await page.getByLabel(t('prices.cell', { days: '30', count: '1' })).fill('123');
    const preview = page.getByRole('complementary', { name: t('prices.preview') });
    await expect(preview.getByText('¥123', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: t('prices.save'), exact: true }).click();
    await page.getByRole('button', { name: t('prices.set'), exact: true }).click();
    const setting = page.getByRole('dialog');
    await setting.getByText(t('prices.atOnce'), { exact: true }).click();
    await sound(page);
    await setting.getByRole('button', { name: t('prices.setNow') }).click();
    await expect(setting).toHaveCount(0);
    await expect(page.getByRole('listitem').filter({ hasText: t('prices.stages.now') })).toBeVisible();
    await sound(page);
    const month = (await offered())?.packages.find(({ days }) => days === 30);
    expect(month?.tiers[0]?.unitFen).toBe(12_300);

    // Off sale it is bought no more.
    await page.getByRole('button', { name: t('prices.stopSale') }).click();
    await expect(page.getByRole('button', { name: t('prices.startSale') })).toBeVisible();
    expect((await offered())?.onSale).toBe(false);

    await page.setViewportSize({ width: 390, height: 844 });
    await readOnly(page, t);
    await sound(page);
  });
}

for (const dress of dresses.filter(({ wide }) => !wide)) {
  const t = wordsIn(dress.language);

  test(`prices are read, not changed, ${dress.where}`, SWEPT, async ({ page, demo }) => {
    const { account } = await demo.member();
    const userName = `pricer${account.slice(-6)}`;
    const { zh, en, name } = newKind(account, dress);
    const facts = { name: zh, nameEn: en, code: 'N1', androidVersion: '14', chip: 'RK3588', padType: 5, dpi: 320 };
    await demo.seed({
      operators: [{ userName, password: PASSWORD, permissions: PERMISSIONS }],
      configurations: [facts],
      prices: [{ configuration: zh, days: 30, tiers: [{ from: 1, unitFen: 12_300 }] }],
    });
    await enterIn(page, dress, userName, '/app/operator/prices');
    const chosen = page.getByRole('radio', { name: new RegExp(name) }).first();
    await expect(async () => {
      await chosen.click({ force: true });
      await expect(chosen).toBeChecked({ timeout: 1000 });
    }).toPass();
    await readOnly(page, t);
    await sound(page);
  });
}
