// Two members at one phone in two browsers, at a desk and on a phone: they see each other, control is asked for, refused, handed over and
// taken back.
import type { Browser, Page } from '@playwright/test';
import { enter, type Language, lend } from '../../account';
import { type Demo, expect, expectToast, type Member, PASSWORD, test } from '../../fixtures';
import { live } from '../../phone';
import { onPhone, sound } from '../../shell';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const NAME = '一起用';
const masked = ({ account }: Member) => `${account.slice(0, 3)}****${account.slice(7)}`;

/** Button that says in these words who is there and who has control. */
const chip = (page: Page, words: string) => page.getByRole('button', { name: words, exact: true });

const wordsOf = (language: Language) => {
  const t = wordsIn(language);
  const count = t('play.together.chip', { count: '2' });
  return {
    t,
    mine: `${count} · ${t('play.together.youControl')}`,
    theirs: (who: Member) => `${count} · ${t('play.together.controls', { name: masked(who) })}`,
  };
};

/** An owner plays a phone at a desk, and a guest who may do so too looks on from a phone, in English; each sees that the other is there. */
async function two(page: Page, language: Language, browser: Browser, demo: Demo, complaints: string[]) {
  const owner = await demo.member(NAME);
  const guest = await demo.member();
  await lend(demo, owner, NAME, guest.account, 'operate');
  const path = `/app/play?phoneId=${owner.phoneId(NAME)}`;
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, language, owner.account, PASSWORD, path);
  await live(page);
  const other = await onPhone(browser, demo.origin, 'en-US', complaints);
  await enter(other, 'en-US', guest.account, PASSWORD, `${path}&mode=view`);
  await live(other);
  await expect(chip(page, wordsOf(language).mine)).toBeVisible();
  return { owner, guest, other };
}

test('an owner at a desk and a guest on a phone see each other and pass control to and fro, zh-CN and en-US', async ({
  page,
  browser,
  demo,
  complaints,
}) => {
  const { owner, guest, other } = await two(page, 'zh-CN', browser, demo, complaints);
  const { t, mine } = wordsOf('zh-CN');
  const guests = wordsOf('en-US');
  const e = guests.t;

  // Asked for and refused, asked for and given.
  await chip(other, guests.theirs(owner)).click();
  await expect(other.getByText(e('play.together.you'), { exact: true })).toBeVisible();
  await sound(other);
  await other.getByRole('button', { name: e('play.together.ask') }).click();
  const question = page.getByRole('alert').filter({ hasText: t('play.together.question', { name: masked(guest) }) });
  await expect(question).toBeVisible();
  await sound(page);
  await question.getByRole('button', { name: t('play.together.refuse') }).click();
  await expectToast(other, e('play.together.state1'));
  await expect(question).toHaveCount(0);
  await chip(page, mine).click();
  await page.getByRole('button', { name: t('play.together.giveTo', { name: masked(guest) }) }).click();
  await expectToast(other, e('play.together.got'));
  await expect(chip(other, guests.mine)).toBeVisible();
  await expect(page.getByText(t('play.viewOnly'), { exact: true })).toBeVisible();

  // Taken back by the owner, whose name the guest reads; the picture goes on.
  await page.getByRole('button', { name: t('play.together.take') }).click();
  await expectToast(other, e('play.together.taken', { name: masked(owner) }));
  await expect(chip(other, guests.theirs(owner))).toBeVisible();
  await live(other);
  await other.context().close();
});

test('on a phone a guest asks and gets no answer, en-US', SWEPT, async ({ page, browser, demo, complaints }) => {
  const { guest, other: phone } = await two(page, 'en-US', browser, demo, complaints);
  const { t, mine } = wordsOf('en-US');
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
