// Displays and choices of the parts, on the gallery page: in both languages, on a desk and on a phone.
import { AGAIN, expect, expectToast, test } from '../../fixtures';
import { openGallery, part, words } from '../../parts';
import { dresses } from '../../shell';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

for (const dress of dresses) {
  const { language, where } = dress;
  const t = wordsIn(language);
  const own = words[language];

  test(
    `pickers check before they ask and keep to their cap, choices are radios, names are refused in place, ${where}`,
    SWEPT,
    async ({ page, complaints }) => {
      await openGallery(page, dress);
      const pickers = part(page, t('gallery.pickers'));
      const person = pickers.getByLabel(t('gallery.person'), { exact: true });
      await person.fill('1390000');
      await person.blur();
      await expect(pickers.getByText(own.phoneSaid)).toBeVisible();
      await person.fill('13900006021');
      const note = t('pick.note', { note: t('gallery.canGrant') });
      await expect(pickers.getByText(`${t('gallery.personName')} 139****6021${note}`)).toBeVisible();
      await pickers.getByRole('button', { name: t('pick.firstMatching', { n: '100' }) }).click();
      // Fourteen of the hundred cannot be picked.
      await expect(pickers.getByText(own.picked)).toBeVisible();
      const named = (n: string) => new RegExp(`${t('gallery.name').replace(/\d+$/, '')}${n}`);
      await expect(pickers.getByRole('checkbox', { name: named('03') })).toBeDisabled();
      await expect(pickers.getByText(t('gallery.blocked')).first()).toBeVisible();
      const search = pickers.getByLabel(t('pick.search'));
      await search.fill(`${t('gallery.name').replace(/\d+$/, '')}128`);
      await expect(pickers.getByRole('checkbox', { name: /OWL-/ })).toHaveCount(1);
      await search.fill('nothing of it');
      await expect(pickers.getByRole('heading', { name: t('pick.none') })).toBeVisible();
      await pickers.getByRole('button', { name: t('pick.clear') }).click();
      await expect(pickers.getByRole('checkbox', { name: /OWL-/ })).toHaveCount(10);
      await expect(search).toBeFocused();

      const group = page.getByRole('group', { name: t('gallery.config') });
      const choice = (key: string) => group.getByRole('radio', { name: new RegExp(t(`gallery.${key}`)) });
      await choice('standard').focus();
      await page.keyboard.press('ArrowDown');
      await expect(choice('advanced')).toBeChecked();
      await page.keyboard.press('ArrowDown');
      await expect(choice('standard')).toBeChecked();
      await expect(choice('lite')).toBeDisabled();
      await expect(group.getByText(t('gallery.noStock'))).toBeVisible();

      const names = part(page, t('gallery.names'));
      const rows = names.getByRole('list', { name: t('gallery.names') }).getByRole('listitem');
      await expect(rows).toHaveCount(3);
      const field = names.getByRole('textbox', { name: t('gallery.newGroup') });
      await field.fill(t('gallery.standard'));
      await field.press('Enter');
      await expect(names.getByText(t('gallery.refused'))).toBeVisible();
      await field.fill('OWL');
      await field.press('Enter');
      await expect(rows).toHaveCount(4);
      const lite = t('gallery.lite');
      await names.getByRole('button', { name: t('names.rename', { name: lite }) }).click();
      const renamed = names.getByRole('textbox', { name: t('names.rename', { name: lite }) });
      await expect(renamed).toBeFocused();
      await renamed.fill('Little');
      await renamed.press('Enter');
      await expect(rows.nth(2)).toContainText('Little');
      await names.getByRole('button', { name: t('names.delete', { name: 'Little' }) }).click();
      await expect(rows).toHaveCount(3);

      const gates = part(page, t('gallery.gates'));
      for (const key of ['gateMember', 'gateAdmin', 'gateRole', 'gateCall']) {
        await expect(gates.getByText(t(`gallery.${key}`))).toBeVisible();
      }
      await expect(gates.getByText(t('gallery.gateNone'))).toHaveCount(0);
      expect(complaints).toEqual([]);
    },
  );

  test(
    `statuses have words, tips and clocks; figures, codes and copies; gates shut, and what breaks stands by itself, ${where}`,
    SWEPT,
    async ({ page, context, allowed }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      // The member has one permission, without the role that holds them all.
      await page.route('**/getInfo', async (route) => {
        const answer = await route.fetch(AGAIN);
        const body = (await answer.json()) as object;
        await route.fulfill({
          response: answer,
          json: { ...body, permissions: ['system:user:list'], roles: ['member'] },
        });
      });
      await openGallery(page, dress);

      const statuses = part(page, t('gallery.statuses'));
      const tags = statuses.locator('[data-plain]');
      await expect(tags).toHaveCount(18);
      await expect(tags).toContainText([...own.statuses]);
      await expect(tags.nth(2)).toContainText(/[45]:\d\d \/ 5:00/);
      await expect(tags.nth(4)).toContainText(/[45]:\d\d \/ 10:00/);
      await tags.nth(2).focus();
      await expect(page.getByRole('tooltip')).toHaveText(own.about5);
      await tags.nth(3).focus();
      await expect(page.getByRole('tooltip').filter({ hasText: own.about5 })).toHaveCount(0);
      // Where there is nothing to add, there is no tip to stop at.
      for (const at of [1, 12, 16]) await expect(tags.nth(at)).not.toHaveAttribute('tabindex', /./);
      // Each failure can be tried again, or passed by.
      for (const [key, count] of [
        ['retry', 4],
        ['enter', 4],
        ['powerOn', 1],
        ['renewNow', 1],
      ] as const) {
        await expect(statuses.getByRole('button', { name: t(`gallery.${key}`), exact: true })).toHaveCount(count);
      }

      const empties = part(page, t('gallery.empties'));
      await expect(empties.locator('section[data-look]')).toHaveCount(4);
      await expect(empties.locator('section[data-look="crossed"]')).toContainText(
        t('fault.requestId', { id: '7f3a-91c2' }),
      );

      const figures = part(page, t('gallery.figures'));
      const facts = figures.locator('dd');
      for (const [at, text] of own.figures.entries()) await expect(facts.nth(at)).toHaveText(text);
      await expect(facts.nth(3).locator('time')).toHaveAttribute('title', /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
      await expect(facts.nth(4).locator('[data-tone="warn"]')).toHaveCount(1);
      const left = async () => {
        const [minutes = 0, seconds = 0] = ((await figures.getByRole('timer').textContent()) ?? '')
          .split(':')
          .map(Number);
        return minutes * 60 + seconds;
      };
      const before = await left();
      expect(before).toBeGreaterThan(500);
      await expect.poll(left).toBeLessThan(before);
      await expect(facts.nth(6)).toHaveText(/^[2-4]:\d\d \/ 5:00$/);
      await figures.getByRole('button', { name: t('common.copy', { text: 'OWL-7K2M9' }) }).click();
      await expectToast(page, t('common.copied', { text: 'OWL-7K2M9' }));
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('OWL-7K2M9');
      await expect(facts.nth(8).locator('polyline')).toHaveCount(1);

      // The second code is covered: nobody reads it any more.
      const paying = part(page, t('gallery.paying'));
      const code = `[role=img][aria-label="${t('gallery.qrFor')}"]`;
      const codes = paying.locator(code);
      await expect(codes).toHaveCount(2);
      await expect(codes.first().locator('svg')).toBeVisible();
      await expect(paying.locator(`[inert] ${code}`)).toHaveCount(1);
      await expect(paying.getByText(t('gallery.expiredOrder'))).toBeVisible();

      const gates = part(page, t('gallery.gates'));
      for (const key of ['gateMember', 'gateAdmin']) await expect(gates.getByText(t(`gallery.${key}`))).toBeVisible();
      for (const key of ['gateRole', 'gateCall']) await expect(gates.getByText(t(`gallery.${key}`))).toHaveCount(0);
      await expect(gates.getByText(t('gallery.gateNone'))).toHaveCount(2);
      allowed.push(/broken on purpose/);
      await gates.getByRole('button', { name: t('gallery.break') }).click();
      const broken = gates.getByRole('alert');
      await expect(broken).toContainText(t('gallery.brokenTitle'));
      await expect(broken).toContainText(t('fault.unknown'));
      // The rest of the page stands.
      await expect(tags).toHaveCount(18);
      await broken.getByRole('button', { name: t('common.retry') }).click();
      await expect(gates.getByText(t('gallery.whole'))).toBeVisible();
      await expect(broken).toHaveCount(0);
    },
  );
}
