// Maintenance: an operator takes a phone out of service while its member uses it, the member reads why, and gets it back.
import { enter, enterElsewhere } from '../account';
import { expect, PASSWORD, test } from '../fixtures';
import { openPhone } from '../phone';
import { dresses, enterIn, go, once, sound } from '../shell';
import { wordsIn } from '../words';

for (const dress of dresses) {
  const t = wordsIn(dress.language);

  test(
    `an operator maintains a phone in use, its member reads why and gets it back, ${dress.where}`,
    once(dress, 'desk'),
    async ({ page, another, demo, request }) => {
      const member = await demo.member('Main 01');
      const permissions = ['infra:maintenance:list', 'infra:maintenance:edit'];
      const userName = `keeper${member.account.slice(-6)}`;
      await demo.seed({ operators: [{ userName, password: PASSWORD, permissions }] });
      const { accessToken } = await enterElsewhere(request, member.account, 'APP');
      const listed = await request.post('/app-api/trade/phone/app-page', {
        headers: { authorization: `Bearer ${accessToken}` },
        data: {},
      });
      const owlId = (await listed.json()).data.list[0].owlId as string;

      const members = await another();
      await enter(members, dress.language, member.account);
      await openPhone(members, 'Main 01');

      await enterIn(page, dress, userName, '/app/operator/maintenance');
      await page.getByRole('button', { name: t('maintenance.set'), exact: true }).click();
      const dialog = page.getByRole('dialog');
      const ids = dialog.getByRole('textbox', { name: t('maintenance.ids') });
      await ids.fill(owlId.toLowerCase());
      const phones = t('maintenance.reachPhones', { count: '1' });
      const reached = t('maintenance.reach', {
        phones,
        rented: '1',
        members: t('maintenance.reachMembers', { count: '1' }),
      });
      await expect(dialog.getByText(reached)).toBeVisible();
      const sets = dialog.getByRole('button', { name: t('maintenance.setButton', { count: '1' }) });
      await sets.click();
      const refusal = dress.language === 'zh-CN' ? '请填写原因，会员会看到' : 'Enter a reason; members read it';
      await expect(dialog.getByText(refusal)).toBeVisible();
      await sound(page);
      await dialog.getByRole('textbox', { name: t('maintenance.reasonZh') }).fill('更换网线');
      await dialog.getByRole('textbox', { name: t('maintenance.reasonEn') }).fill('New cable');
      await sets.click();
      await expect(dialog).toHaveCount(0);
      const row = page.getByRole(dress.wide ? 'row' : 'listitem').filter({ hasText: owlId });
      await expect(row).toContainText(t('maintenance.states.running'));
      await sound(page);

      // The member who plays the phone is told at once, and reads the reason on its card and in a message.
      const reason = dress.language === 'zh-CN' ? '更换网线' : 'New cable';
      const ended = members
        .getByRole('alert')
        .filter({ hasText: dress.language === 'zh-CN' ? '云手机状态' : 'Phone status' });
      await expect(ended).toBeVisible();
      await go(members, '/notice');
      await expect(members.getByRole('list', { name: t('notices.title') })).toContainText(reason);
      await go(members, '/index');
      await expect(members.getByRole('article', { name: /Main 01/ })).toContainText(reason);

      await row.getByRole('button', { name: t('maintenance.endOf', { name: owlId }) }).click();
      const confirm = page.getByRole('dialog');
      await confirm.getByRole('button', { name: t('maintenance.end'), exact: true }).click();
      await expect(row).toContainText(t('maintenance.states.over'));
      await expect(members.getByRole('article', { name: /Main 01/ })).not.toContainText(reason);
      await openPhone(members, 'Main 01');
    },
  );
}
