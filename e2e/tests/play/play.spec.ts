// Playing: who may and who must wait, and the page of a phone. How sessions end is held in ends.spec.ts.
import { enter, enterElsewhere, lend, spoken } from '../../account';
import { expect, PASSWORD, SECOND_MEMBER, signIn, test } from '../../fixtures';
import { difference, live, openPhone, places, rotate, shot, tap } from '../../phone';
import { openPhone as openStage } from '../../shell';
import { wordsIn } from '../../words';

test('rotation turns the picture and touch still lands where the finger is', async ({ page, demo }) => {
  const t = wordsIn('zh-CN');
  const member = await demo.member('短视频-02');
  await signIn(page, member.account);
  await openPhone(page, '短视频-02');
  await rotate(page, 'landscape');
  await rotate(page, 'portrait');
  const launcher = await shot(page);
  await tap(page, ...places.notesIcon);
  await expect.poll(async () => difference(launcher, await shot(page))).toBeGreaterThan(0.3);
  await page.getByRole('button', { name: t('play.home') }).click();
  await expect.poll(async () => difference(launcher, await shot(page))).toBeLessThan(0.05);
});

test('a guest is told that the phone is in use, and the owner takes it back from a guest', async ({
  page,
  another,
  demo,
}) => {
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

  for (const each of [page, guest])
    await each
      .getByRole('navigation', { name: t('shell.navigation') })
      .getByRole('link', { name: t('pages.phones') })
      .click();
  await openPhone(guest, '小店客服');
  await expect(guest.getByRole('button', { name: t('play.rotate') })).toBeVisible();
  await openPhone(page, '小店客服');
  const taken = t('play.together.taken', { name: '' });
  await expect(guest.getByText(taken)).toBeVisible();
  await live(guest);
});

test('a second sign-in elsewhere ends the picture of the first', async ({ page, another, demo }) => {
  const member = await demo.member('直播间');
  await signIn(page, member.account);
  await openPhone(page, '直播间');
  const elsewhere = await another();
  await signIn(elsewhere, member.account);
  await expect(page.getByRole('dialog', { name: wordsIn('zh-CN')('session.push.elsewhere') })).toBeVisible();
});

test('an address of a phone that is not mine is answered like one that does not exist', async ({ page, request }) => {
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
});

for (const language of spoken('en-US')) {
  test(`the page of a phone, ${language}: neighbours, keys, panel and figures on a desk, a row and a sheet on a phone`, async ({
    page,
    request,
    complaints,
    demo,
  }) => {
    const member = await demo.member('主力-01', '选品 A', '直播间');
    const t = wordsIn(language);
    await enter(page, language, member.account);
    await openStage(page);
    await live(page);

    const strip = page.getByRole('navigation', { name: t('play.neighbours') });
    await expect(strip.getByRole('link')).toHaveCount(3);
    await expect(strip.getByRole('link', { name: t('play.open', { name: '主力-01' }) })).toHaveAttribute(
      'aria-current',
      'page',
    );
    const rail = page.getByRole('toolbar', { name: t('play.sentTo') });
    const names = (keys: string[]) => keys.map((key) => t(`play.${key}`));
    const labels = () =>
      rail.getByRole('button').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
    await expect
      .poll(labels)
      .toEqual(
        names([
          ...[
            'back',
            'home',
            'recents',
            'volumeUp',
            'volumeDown',
            'power',
            'rotate',
            'shot',
            'clipboardSend',
            'push',
            'capture',
            'clip',
            'sound',
          ],
          ...['ownSize', 'pip', 'popOut', 'fullscreen'],
        ]),
      );
    const panel = page.getByRole('complementary', { name: t('play.panel') });
    await expect(panel.getByRole('tab')).toHaveText(
      names(['tab.tools', 'tab.apps', 'tab.files', 'tab.keys', 'tab.info']),
    );
    // The tab that is used most is open at first: the phone's apps.
    await expect(panel.getByRole('tab', { name: t('play.tab.apps') })).toHaveAttribute('aria-selected', 'true');
    await panel.getByRole('tab', { name: t('play.tab.info') }).click();
    await expect(panel.getByText('Orion865')).toBeVisible();
    for (const figure of ['delay', 'frames', 'bitrate', 'drops'])
      await expect(page.getByText(t(`play.${figure}`), { exact: true })).toBeVisible();

    // The keyboard is the phone's; the switch gives it back and takes it again.
    await panel.getByRole('tab', { name: t('play.tab.keys') }).click();
    const capture = panel.getByRole('switch', { name: t('play.capture') });
    await page.getByRole('img', { name: t('play.picture', { name: '主力-01' }) }).click({ position: { x: 5, y: 300 } });
    await expect(capture).toBeChecked();
    await capture.click();
    await expect(panel.getByText(t('play.paused'))).toBeVisible();
    await capture.click();
    await expect(panel.getByText(t('play.captured'))).toBeVisible();

    // A phone's screen: the same session, its picture whole between the header and the keys.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(strip).toBeHidden();
    await expect.poll(labels).toEqual(names(['back', 'home', 'recents', 'volumeUp', 'volumeDown', 'power', 'more']));
    const box = await page.getByRole('img', { name: t('play.picture', { name: '主力-01' }) }).boundingBox();
    expect(box?.width).toBeGreaterThan(340);
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((await rail.boundingBox())?.y ?? 0);
    // Typing is a tap away: the field takes the focus within it, so that the soft keyboard comes.
    const field = page.getByRole('textbox', { name: t('play.textField') });
    await field.blur();
    await page.getByRole('button', { name: t('play.capture'), exact: true }).click();
    await expect(field).toBeFocused();
    await page.getByRole('button', { name: t('play.capture'), exact: true }).click();
    await expect(field).not.toBeFocused();
    await rail.getByRole('button', { name: t('play.more') }).click();
    const sheet = page.getByRole('dialog', { name: '主力-01' });
    await expect(sheet.getByRole('button', { name: t('play.fullscreen') })).toBeVisible();
    await expect(sheet.getByRole('heading', { name: t('play.decoder'), exact: true })).toBeVisible();
    await expect(sheet.getByText(/^720p · /)).toBeVisible();
    // Each tab has the sheet for itself.
    await sheet.getByRole('tab', { name: t('play.tab.info') }).click();
    await expect(sheet.getByText('Orion865')).toBeVisible();
    await expect(sheet.getByRole('button', { name: t('play.fullscreen') })).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();

    // Those of its group stand beside a phone that is in one.
    await page.setViewportSize({ width: 1440, height: 900 });
    const { accessToken } = await enterElsewhere(request, member.account, 'PC');
    const call = async (path: string, data: object) => {
      const answer = await request.post(path, {
        data,
        headers: { authorization: `Bearer ${accessToken}`, terminal: 'PC' },
      });
      const body = await answer.json();
      expect(body.code, body.msg).toBe(0);
      return body.data;
    };
    const ids = ['主力-01', '选品 A'].map(member.phoneId);
    const group = await call('/app-api/trade/phone-group/create', { name: language === 'zh-CN' ? '一组' : 'One' });
    await call('/app-api/trade/phone-group/move', { groupId: group.id ?? group, phoneIds: ids });
    const mates = page.getByRole('navigation', { name: t('play.sameGroup') });
    await page.reload();
    await expect(mates.getByRole('link')).toHaveCount(2);
    await mates.getByRole('link', { name: t('play.open', { name: '选品 A' }) }).click();
    await expect(page.getByRole('heading', { level: 1, name: '选品 A' })).toBeVisible();
    await live(page);
    expect(complaints).toEqual([]);
  });
}
