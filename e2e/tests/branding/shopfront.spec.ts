// The shop front: an operator sees at once what members will see of a change, and tries a sender. Nothing is saved: all tests share the shop.
import { expect, PASSWORD, test } from '../../fixtures';
import { soundInBoth } from '../../layouts';
import { dresses, enterIn, go, once, sound } from '../../shell';
import { wordsIn } from '../../words';

let made = 0;

for (const dress of dresses) {
  const { language, where } = dress;
  const title = `an operator previews the shop front and tries a sender, ${where}`;
  test(title, once(dress, 'desk'), async ({ page, demo, complaints }) => {
    const t = wordsIn(language);
    made += 1;
    const userName = `f${Date.now().toString(36)}${made}`;
    const permissions = ['branding', 'sign-in'].flatMap((of) => [`system:${of}:list`, `system:${of}:edit`]);
    await demo.seed({
      operators: [{ userName, password: PASSWORD, permissions: [...permissions, 'system:sign-in:test'] }],
    });
    await enterIn(page, dress, userName, '/app/operator/branding');
    await page.getByLabel(`${t('brandingDesk.text')} · ${t('brandingDesk.english')}`).fill('Larks 10');
    const preview = page.getByRole('complementary', { name: t('brandingDesk.preview') });
    await preview.getByText(t('brandingDesk.english'), { exact: true }).click();
    await expect(preview.getByText('Larks 10')).toBeVisible();
    await expect(preview.getByRole('img').first()).toBeVisible();
    await soundInBoth(page, dress);
    await page.getByRole('button', { name: wordsIn(language)('saveBar.discard') }).click();
    await expect(preview.getByText('Larks 10')).toHaveCount(0);

    await go(page, '/operator/sign-in');
    const ways = page.getByRole('region', { name: t('signInDesk.ways') });
    await expect(ways.getByRole('switch')).toHaveCount(5);
    await expect(page.getByRole('row', { name: /OWLDECK_SMS_KEY / })).toContainText(t('signInDesk.secret'));
    await soundInBoth(page, dress);
    await page.getByRole('button', { name: t('signInDesk.test'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('signInDesk.to')).fill(`${userName}@mail.example`);
    await dialog.getByRole('button', { name: t('signInDesk.send') }).click();
    await expect(dialog.getByText(t('signInDesk.outcomes.taken'))).toBeVisible();
    await expect(dialog.getByRole('status')).toContainText('250');
    await sound(page);
    expect(complaints).toEqual([]);
  });
}
