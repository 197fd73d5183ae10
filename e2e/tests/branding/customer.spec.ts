// Customer service: from the member's menu to the group's QR code, the help center and its hours.
import { expect, FIRST_MEMBER, test } from '../../fixtures';
import { soundInBoth } from '../../layouts';
import { dresses, enterIn, once } from '../../shell';
import { wordsIn } from '../../words';

for (const dress of dresses) {
  const t = wordsIn(dress.language);

  test(`the member finds whom to turn to, ${dress.where}`, once(dress, 'desk'), async ({ page, complaints }) => {
    await enterIn(page, dress, FIRST_MEMBER, '/app/setting/customer');
    await expect(page.getByRole('heading', { level: 1, name: t('pages.customerService') })).toBeVisible();
    const card = page.getByRole('listitem').filter({ hasText: t('customer.group') });
    await expect(
      card.getByRole('img', { name: t('customer.codeOf', { name: t('customer.groupNumber', { n: '88213' }) }) }),
    ).toBeVisible();
    await expect(card.getByRole('link')).toHaveAttribute('href', /^http/);
    await expect(page.getByText('09:00–21:00 (UTC+8)')).toBeVisible();
    await soundInBoth(page, dress);
    expect(complaints).toEqual([]);
  });
}
