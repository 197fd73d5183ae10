// Playing: who may and who must wait. How a phone is looked at is held in view.spec.ts, how sessions end in ends.spec.ts.
import { lend } from '../../account';
import { expect, expectToast, PASSWORD, SECOND_MEMBER, signIn, test } from '../../fixtures';
import { live, openPhone } from '../../phone';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

test(
  'a guest is told that the phone is in use, and the owner takes it back from a guest',
  SWEPT,
  async ({ page, another, demo }) => {
    const t = wordsIn('zh-CN');
    const member = await demo.member('小店客服');
    await signIn(page, member.account);
    await openPhone(page, '小店客服');
    const guest = await another();
    const { account: visitor } = await demo.member();
    await lend(demo, member, '小店客服', visitor, 'operate');
    await signIn(guest, visitor);
    await guest.getByRole('article', { name: /小店客服/ }).dblclick({ position: { x: 70, y: 60 } });
    await expect(guest.getByText('设备正被其他用户使用，请换一台')).toBeVisible();
    await guest.getByRole('button', { name: t('play.watch') }).click();
    await live(guest);

    for (const each of [page, guest]) {
      await each
        .getByRole('navigation', { name: t('shell.navigation') })
        .getByRole('link', { name: t('pages.phones') })
        .click();
      // The phone is free for the guest once the owner's page has left it.
      await expect(each.getByRole('article', { name: /小店客服/ })).toBeVisible();
    }
    await openPhone(guest, '小店客服');
    await expect(guest.getByRole('button', { name: t('play.rotate') })).toBeVisible();
    await openPhone(page, '小店客服');
    await expectToast(guest, t('play.together.taken', { name: '' }));
    await live(guest);
  },
);

test('a second sign-in elsewhere ends the picture of the first', async ({ page, another, demo }) => {
  const member = await demo.member('直播间');
  await signIn(page, member.account);
  await openPhone(page, '直播间');
  const elsewhere = await another();
  await signIn(elsewhere, member.account);
  await expect(page.getByRole('dialog', { name: wordsIn('zh-CN')('session.push.elsewhere') })).toBeVisible();
});

test(
  'an address of a phone that is not mine is answered like one that does not exist',
  SWEPT,
  async ({ page, request }) => {
    await signIn(page);
    const words: (string | null)[] = [];
    const guest = await request.post('/app-api/member/auth/sms-login', {
      data: { phone: SECOND_MEMBER, password: PASSWORD, agreed: true },
    });
    const token = (await guest.json()).data.accessToken as string;
    const list = await request.post('/app-api/trade/phone/app-page', {
      data: {},
      headers: { authorization: `Bearer ${token}` },
    });
    const foreign = (await list.json()).data.list.find((phone: { level: string }) => phone.level === 'owner')
      .phoneId as number;
    for (const id of [foreign, 123456789]) {
      await page.goto(`/app/play?phoneId=${id}`);
      const alert = page.getByRole('alert').filter({ hasText: '云手机不存在' });
      await expect(alert).toBeVisible();
      words.push(await alert.textContent());
    }
    expect(words[0]).toBe(words[1]);
  },
);
