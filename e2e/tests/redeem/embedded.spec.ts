// Redeem codes inside somebody else's page: it is told what a code gave, and nobody else frames anything.
import { framesNothing, heardBy } from '../../around';
import { admit, expect } from '../../fixtures';
import { test } from '../../orders';
import { wordsIn } from '../../words';

const CODE = 'EMBE-DDED-2222-ABCD-EFGH';

interface Said {
  type: string;
  gives: string;
  days: number;
}

test('what a code gave is told to the page around, which shows it without the frame', async ({ page, demo }) => {
  const t = wordsIn('zh-CN');
  const { account } = await demo.member('Main 01');
  await demo.seed({ redeemCodes: [{ code: CODE, gives: 'days', days: 30 }] });
  await admit(page, account);
  demo.embedder.inside = `${demo.origin}/app/redemptionCodeEmbedded?theme=dark`;
  await page.goto(demo.embedder.origin);
  const inside = page.frameLocator('iframe');
  await expect(inside.getByRole('heading', { level: 1, name: t('pages.redeem') })).toBeVisible();
  await expect(inside.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(inside.getByRole('banner')).toHaveCount(0);
  await inside.getByRole('textbox', { name: t('redeem.box'), exact: true }).fill(CODE.toLowerCase());
  await inside.getByRole('button', { name: t('redeem.check', { count: '1' }) }).click();
  await inside.getByRole('combobox', { name: new RegExp(t('redeem.chooseFor', { code: '.+' })) }).click();
  await inside.locator('.ant-select-item-option').filter({ hasText: 'Main 01' }).click();
  await inside.getByRole('button', { name: t('redeem.redeem', { count: '1' }) }).click();
  await expect(inside.getByText(t('redeem.states.done', { n: '1' }), { exact: true })).toBeVisible();
  // Nothing leads out of somebody else's page.
  await expect(inside.getByRole('link')).toHaveCount(0);
  const heard = await heardBy<Said>(page);
  expect(heard.map(({ from, said }) => [from, said.type, said.gives, said.days])).toEqual([
    [demo.origin, 'owldeck-redeem', 'days', 30],
  ]);
});

test('an origin that is not named frames it not', async ({ page, demo, allowed }) => {
  allowed.push(/frame-ancestors/);
  await admit(page);
  await framesNothing(page, `${demo.origin}/app/redemptionCodeEmbedded`);
});
