// Webhooks in the account centre: one to the demo's own receiver, its secret shown once, tested, seen in the log with what was sent, paused, removed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { enterAccount, spoken } from '../../account';
import { expect, test } from '../../fixtures';
import { soundOnPhone } from '../../layouts';
import { sound } from '../../shell';
import { SWEEP } from '../../sweep';
import { wordsIn } from '../../words';

const refused = { 'zh-CN': /公网|https/, 'en-US': /open internet|https/ } as const;

interface Taken {
  channel: string;
  to: string;
  purpose: string;
  text: string;
}

for (const language of spoken('zh-CN')) {
  test(`a webhook is added, tested, looked into and removed (${language})`, async ({ page, demo }) => {
    const t = wordsIn(language);
    const { account: phone } = await demo.member();
    if (language === 'en-US') {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ colorScheme: 'dark' });
    }
    await enterAccount(page, language, phone, 'api');
    const section = page.getByRole('region', { name: t('webhooks.title') });
    await expect(section.getByText(t('webhooks.none'))).toBeVisible();
    await section.getByRole('button', { name: t('webhooks.add') }).click();
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(t('webhooks.name'), { exact: true }) });
    await dialog.getByLabel(t('webhooks.name'), { exact: true }).fill('CI');
    // An address that leads home (0x7f.1 is 127.0.0.1) is refused at its field, and makes nothing.
    await dialog.getByLabel(t('webhooks.address'), { exact: true }).fill('https://0x7f.1/');
    await dialog.getByRole('button', { name: t('webhooks.add') }).click();
    await expect(dialog.getByText(refused[language]).last()).toBeVisible();
    await sound(page);
    const origin = new URL(page.url()).origin;
    await dialog.getByLabel(t('webhooks.address'), { exact: true }).fill(`${origin}/sandbox/hooks`);
    await dialog.getByRole('button', { name: t('webhooks.add') }).click();
    const text = page.getByText(/^whsec_[\w+/]{43}=$/);
    await expect(text).toBeVisible();
    const secret = await text.innerText();
    // The form is on its way out below it.
    await expect(dialog).toHaveCount(0);
    await sound(page);
    await page.getByRole('button', { name: t('tokens.kept') }).click();
    await expect(text).toHaveCount(0);

    const row = section.getByRole('listitem').filter({ hasText: 'CI' });
    await row.getByRole('button', { name: `${t('webhooks.test')} CI` }).click();
    await expect(row.getByText(new RegExp(t('webhooks.testTaken', { status: '204', ms: '.+' })))).toBeVisible();
    await sound(page);
    if (!SWEEP) await soundOnPhone(page);
    await row.getByRole('button', { name: `${t('webhooks.log')} CI` }).click();
    const log = page.getByRole('dialog');
    const delivery = log
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: t('webhooks.redeliver') }) });
    await expect(delivery).toHaveCount(1);
    await expect(delivery.getByText(t('webhooks.state.taken'), { exact: true })).toBeVisible();
    await delivery.getByText(t('webhooks.payload')).first().click();
    const shown = await delivery.locator('pre').innerText();
    const event = JSON.parse(shown) as { id: string; type: string };
    expect(event.type).toBe('webhook.test');
    await sound(page);
    // The payload that the receiver took is the one that is shown.
    const file = join(demo.dataDir, 'outbox.jsonl');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    const taken = lines.map((line) => JSON.parse(line) as Taken).find(({ to }) => to === event.id);
    expect(JSON.parse(taken?.text ?? '{}')).toEqual(event);
    await log
      .getByRole('button', { name: t('common.close') })
      .first()
      .click();
    await expect(log).toHaveCount(0);

    const choose = async (item: string) => {
      await row.getByRole('button', { name: `${t('webhooks.more')} CI` }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    // The secret is the one that signs: the receiver looks at it from now on.
    await choose(t('webhooks.edit'));
    const edit = page.getByRole('dialog').filter({ has: page.getByLabel(t('webhooks.address'), { exact: true }) });
    await expect(edit.getByLabel(t('webhooks.address'), { exact: true })).toHaveValue(`${origin}/sandbox/hooks`);
    const looking = `${origin}/sandbox/hooks?secret=${encodeURIComponent(secret)}`;
    await edit.getByLabel(t('webhooks.address'), { exact: true }).fill(looking);
    await edit.getByRole('button', { name: t('webhooks.save') }).click();
    await expect(edit).toHaveCount(0);
    const tested = page.waitForResponse((answer) => answer.url().endsWith('/webhook/test'));
    await row.getByRole('button', { name: `${t('webhooks.test')} CI` }).click();
    expect((await (await tested).json()).data).toMatchObject({ taken: true, status: 204 });

    await choose(t('webhooks.pauseIt'));
    await expect(row.getByText(t('webhooks.paused'), { exact: true })).toBeVisible();
    await sound(page);
    await choose(t('webhooks.resume'));
    await expect(row.getByText(t('webhooks.paused'), { exact: true })).toHaveCount(0);
    await choose(t('webhooks.remove'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('webhooks.remove'), exact: true })
      .click();
    await expect(section.getByText(t('webhooks.none'))).toBeVisible();
  });
}
