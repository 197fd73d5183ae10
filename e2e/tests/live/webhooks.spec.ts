// Webhooks in the account centre: one to the demo's own receiver, its secret shown once, tested, seen in the log with what was sent, paused, removed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { enterAccount, languages } from '../../account';
import { expect, test } from '../../fixtures';
import { sound } from '../../shell';

const WORDS = {
  'zh-CN': {
    title: 'Webhook',
    none: '还没有 Webhook',
    add: '添加 Webhook',
    name: '名称',
    address: '地址',
    refused: /公网|https/,
    kept: '我已保存',
    test: '测试',
    taken: /测试已送达：HTTP 204/,
    log: '投递记录',
    delivered: '已送达',
    payload: '发送的内容',
    redeliver: '重新投递',
    close: '关闭',
    more: '更多',
    edit: '编辑',
    save: '保存',
    pause: '暂停',
    paused: '已暂停',
    resume: '恢复',
    remove: '删除',
  },
  'en-US': {
    title: 'Webhooks',
    none: 'No webhooks yet',
    add: 'Add webhook',
    name: 'Name',
    address: 'Address',
    refused: /open internet|https/,
    kept: 'I have saved it',
    test: 'Test',
    taken: /The test was delivered: HTTP 204/,
    log: 'Deliveries',
    delivered: 'Delivered',
    payload: 'What was sent',
    redeliver: 'Deliver again',
    close: 'Close',
    more: 'More',
    edit: 'Edit',
    save: 'Save',
    pause: 'Pause',
    paused: 'Paused',
    resume: 'Resume',
    remove: 'Remove',
  },
} as const;

interface Taken {
  channel: string;
  to: string;
  purpose: string;
  text: string;
}

for (const language of languages) {
  test(`a webhook is added, tested, looked into and removed (${language})`, async ({ page, demo }) => {
    const words = WORDS[language];
    const { account: phone } = await demo.member();
    if (language === 'en-US') {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ colorScheme: 'dark' });
    }
    await enterAccount(page, language, phone, 'api');
    const section = page.getByRole('region', { name: words.title });
    await expect(section.getByText(words.none)).toBeVisible();
    await section.getByRole('button', { name: words.add }).click();
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(words.name, { exact: true }) });
    await dialog.getByLabel(words.name, { exact: true }).fill('CI');
    // What leads home is refused at its field, and makes nothing.
    await dialog.getByLabel(words.address, { exact: true }).fill('https://0x7f.1/');
    await dialog.getByRole('button', { name: words.add }).click();
    await expect(dialog.getByText(words.refused).last()).toBeVisible();
    await sound(page);
    const origin = new URL(page.url()).origin;
    await dialog.getByLabel(words.address, { exact: true }).fill(`${origin}/sandbox/hooks`);
    await dialog.getByRole('button', { name: words.add }).click();
    const text = page.getByText(/^whsec_[\w+/]{43}=$/);
    await expect(text).toBeVisible();
    const secret = await text.innerText();
    // The form is on its way out below it.
    await expect(dialog).toHaveCount(0);
    await sound(page);
    await page.getByRole('button', { name: words.kept }).click();
    await expect(text).toHaveCount(0);

    const row = section.getByRole('listitem').filter({ hasText: 'CI' });
    await row.getByRole('button', { name: `${words.test} CI` }).click();
    await expect(row.getByText(words.taken)).toBeVisible();
    await sound(page);
    await row.getByRole('button', { name: `${words.log} CI` }).click();
    const log = page.getByRole('dialog');
    const delivery = log.getByRole('listitem').filter({ has: page.getByRole('button', { name: words.redeliver }) });
    await expect(delivery).toHaveCount(1);
    await expect(delivery.getByText(words.delivered, { exact: true })).toBeVisible();
    await delivery.getByText(words.payload).first().click();
    const shown = await delivery.locator('pre').innerText();
    const event = JSON.parse(shown) as { id: string; type: string };
    expect(event.type).toBe('webhook.test');
    await sound(page);
    // What the receiver took is what is shown.
    const file = join(demo.dataDir, 'outbox.jsonl');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    const taken = lines.map((line) => JSON.parse(line) as Taken).find(({ to }) => to === event.id);
    expect(JSON.parse(taken?.text ?? '{}')).toEqual(event);
    await log.getByRole('button', { name: words.close }).first().click();
    await expect(log).toHaveCount(0);

    const choose = async (item: string) => {
      await row.getByRole('button', { name: `${words.more} CI` }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    // The secret is the one that signs: the receiver looks at it from now on.
    await choose(words.edit);
    const edit = page.getByRole('dialog').filter({ has: page.getByLabel(words.address, { exact: true }) });
    await expect(edit.getByLabel(words.address, { exact: true })).toHaveValue(`${origin}/sandbox/hooks`);
    const looking = `${origin}/sandbox/hooks?secret=${encodeURIComponent(secret)}`;
    await edit.getByLabel(words.address, { exact: true }).fill(looking);
    await edit.getByRole('button', { name: words.save }).click();
    await expect(edit).toHaveCount(0);
    const tested = page.waitForResponse((answer) => answer.url().endsWith('/webhook/test'));
    await row.getByRole('button', { name: `${words.test} CI` }).click();
    expect((await (await tested).json()).data).toMatchObject({ taken: true, status: 204 });

    await choose(words.pause);
    await expect(row.getByText(words.paused, { exact: true })).toBeVisible();
    await sound(page);
    await choose(words.resume);
    await expect(row.getByText(words.paused, { exact: true })).toHaveCount(0);
    await choose(words.remove);
    await page.getByRole('dialog').getByRole('button', { name: words.remove, exact: true }).click();
    await expect(section.getByText(words.none)).toBeVisible();
  });
}
