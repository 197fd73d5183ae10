// Two members at one phone in two browsers: they see each other, control is asked for, refused, handed over and taken back; a level that
// is lowered ends it, and one that is recalled ends the picture.
import type { Page } from '@playwright/test';
import { enter, type Language, lend } from '../../account';
import { type Demo, expect, expectToast, listen, type Member, PASSWORD, test } from '../../fixtures';
import { live } from '../../phone';
import { onPhone, sound } from '../../shell';
import { wordsIn } from '../../words';

const NAME = '一起用';
const masked = ({ account }: Member) => `${account.slice(0, 3)}****${account.slice(7)}`;

/** Button that says in these words who is there and who has control. */
const chip = (page: Page, words: string) => page.getByRole('button', { name: words, exact: true });

async function two(demo: Demo, level: 'view' | 'operate') {
  const owner = await demo.member(NAME);
  const guest = await demo.member();
  await lend(demo, owner, NAME, guest.account, level);
  return { owner, guest, path: `/app/play?phoneId=${owner.phoneId(NAME)}` };
}

const wordsOf = (language: Language) => {
  const t = wordsIn(language);
  const count = t('play.together.chip', { count: '2' });
  return {
    t,
    mine: `${count} · ${t('play.together.youControl')}`,
    theirs: (who: Member) => `${count} · ${t('play.together.controls', { name: masked(who) })}`,
  };
};

test('an owner and a guest see each other and pass control to and fro, zh-CN', async ({
  page,
  browser,
  demo,
  complaints,
}) => {
  const { owner, guest, path } = await two(demo, 'operate');
  const { t, mine, theirs } = wordsOf('zh-CN');
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, 'zh-CN', owner.account, PASSWORD, path);
  await live(page);
  const context = await browser.newContext({ baseURL: demo.origin, viewport: { width: 1440, height: 900 } });
  const other = await context.newPage();
  await listen(other, complaints);
  await enter(other, 'zh-CN', guest.account, PASSWORD, `${path}&mode=view`);
  await live(other);
  await expect(chip(page, mine)).toBeVisible();

  // Asked for and refused, asked for and given.
  await chip(other, theirs(owner)).click();
  await expect(other.getByText(t('play.together.you'), { exact: true })).toBeVisible();
  await sound(other);
  await other.getByRole('button', { name: t('play.together.ask') }).click();
  const question = page.getByRole('alert').filter({ hasText: t('play.together.question', { name: masked(guest) }) });
  await expect(question).toBeVisible();
  await sound(page);
  await question.getByRole('button', { name: t('play.together.refuse') }).click();
  await expect(other.getByText(t('play.together.state1'))).toBeVisible();
  await expect(question).toHaveCount(0);
  await chip(page, mine).click();
  await page.getByRole('button', { name: t('play.together.giveTo', { name: masked(guest) }) }).click();
  await expectToast(other, t('play.together.got'));
  await expect(chip(other, mine)).toBeVisible();
  await expect(page.getByText(t('play.viewOnly'), { exact: true })).toBeVisible();

  // Taken back by the owner, whose name the guest reads; the picture goes on.
  await page.getByRole('button', { name: t('play.together.take') }).click();
  await expectToast(other, t('play.together.taken', { name: masked(owner) }));
  await expect(chip(other, theirs(owner))).toBeVisible();
  await live(other);

  // Given once more, then lowered: control ends in words that say so.
  await page.getByRole('button', { name: t('play.together.giveTo', { name: masked(guest) }) }).click();
  await expect(chip(other, mine)).toBeVisible();
  const lists = await page.context().newPage();
  await listen(lists, complaints);
  await lists.goto('/app/empowerPhoneList');
  const row = lists.getByRole('row').filter({ hasText: NAME });
  await row.getByRole('button', { name: t('sharing.change') }).click();
  const change = lists.getByRole('dialog').filter({ hasText: t('sharing.changeTitle', { name: NAME }) });
  await change.getByText(t('sharing.view'), { exact: true }).click();
  await change.getByRole('button', { name: t('sharing.save') }).click();
  await expect(other.getByRole('alert').filter({ hasText: '对方已将你的权限改为仅查看' })).toBeVisible();
  await other.goto(path);
  await live(other);
  await chip(other, `${t('play.together.chip', { count: '2' })} · ${t('play.together.nobody')}`).click();
  await expect(other.getByText(t('play.together.viewNote'))).toBeVisible();

  // Recalled: the picture is over.
  await row.getByRole('checkbox').check();
  await lists.getByRole('button', { name: t('sharing.recallMany', { n: '1' }) }).click();
  await lists
    .getByRole('dialog')
    .getByRole('button', { name: t('sharing.recallMany', { n: '1' }) })
    .click();
  await expect(other.getByRole('alert').filter({ hasText: '授权已被收回' })).toBeVisible();
  await context.close();
});

test('on a phone a guest asks and gets no answer, en-US', async ({ page, browser, demo, complaints }) => {
  const { owner, guest, path } = await two(demo, 'operate');
  const { t, mine } = wordsOf('en-US');
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, 'en-US', owner.account, PASSWORD, path);
  await live(page);
  const phone = await onPhone(browser, demo.origin, 'en-US', complaints);
  await enter(phone, 'en-US', guest.account, PASSWORD, `${path}&mode=view`);
  await live(phone);
  await expect(chip(page, mine)).toBeVisible();
  await phone.getByRole('button', { name: /^2 people here/ }).click();
  await sound(phone);
  await phone.getByRole('button', { name: t('play.together.ask') }).click();
  const question = page.getByRole('alert').filter({ hasText: t('play.together.question', { name: masked(guest) }) });
  await expect(question).toBeVisible();
  // The guest leaves: nobody asks any more, and the owner is alone.
  await phone.context().close();
  await expect(question).toHaveCount(0);
  await expect(chip(page, mine)).toHaveCount(0);
});
