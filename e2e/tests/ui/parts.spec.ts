// Behaviour of the parts under a keyboard, a mouse and a finger, on the gallery page: in both languages, on a desk and on a phone. Those that only
// show or pick are in parts-shown.spec.ts.
import type { Locator } from '@playwright/test';
import { enter, spoken } from '../../account';
import { expect, expectToast, PASSWORD, test } from '../../fixtures';
import { GALLERY, linesOf, lowerEdge, openGallery, part, words } from '../../parts';
import { dresses, once, onPhone } from '../../shell';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

for (const dress of dresses) {
  const { language, wide, where } = dress;
  const t = wordsIn(language);
  const own = words[language];

  test(
    `a form says the rule, keeps the focus, submits by Enter and asks before it forgets; danger asks for the number; toasts are three at most, ${where}`,
    once(dress, 'desk'),
    async ({ page, complaints }) => {
      await openGallery(page, dress);
      const trigger = page.getByRole('button', { name: t('gallery.openForm'), exact: true });
      await trigger.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: t('gallery.formTitle') });
      const field = dialog.getByLabel(t('gallery.phoneName'));
      await expect(field).toBeFocused();
      await expect(dialog.getByRole('button', { name: own.cancel, exact: true })).toBeVisible();
      if (!wide) await expect.poll(() => lowerEdge(dialog)).toBe(844);
      await page.keyboard.press('Enter');
      await expect(dialog.getByText(own.emptySaid)).toBeVisible();
      await page.keyboard.type(own.tooLong);
      await expect(dialog.getByText('12/10')).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(dialog.getByText(own.tooLongSaid)).toBeVisible();
      await expect(field).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByText(t('form.discardText'))).toBeVisible();
      await page.getByRole('button', { name: t('form.keep') }).click();
      await field.fill('OWL-01');
      await dialog.getByRole('checkbox').check();
      await field.press('Enter');
      await expect(dialog.getByRole('alert')).toContainText(t('gallery.refused'));
      await expect(dialog.getByRole('alert')).toContainText(t('fault.requestId', { id: '7f3a-91c2' }));
      await dialog.getByRole('checkbox').uncheck();
      await dialog.getByRole('button', { name: t('gallery.save'), exact: true }).click();
      // The toast goes by itself, the dialog stays away.
      await expect(page.getByRole('status').filter({ hasText: 'OWL-01' })).toBeVisible();
      await expect(dialog).toBeHidden();
      await expect(trigger).toBeFocused();

      await page.getByRole('button', { name: t('gallery.openConfirm'), exact: true }).press('Enter');
      const question = page.getByRole('dialog', { name: t('gallery.resetTitle') });
      const count = question.getByLabel(own.confirm);
      const verb = question.getByRole('button', { name: t('gallery.reset12') });
      await expect(count).toBeFocused();
      await expect(question).toContainText(t('gallery.resetText'));
      // Ten pictures of twelve, and how many more.
      await expect(question.getByText('+2', { exact: true })).toBeVisible();
      for (const wrong of ['1', '13']) {
        await count.fill(wrong);
        await expect(verb).toBeDisabled();
        await page.keyboard.press('Enter');
      }
      await count.fill('12');
      await expect(verb).toBeEnabled();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: t('gallery.reset12') })).toBeVisible();
      await expect(question).toBeHidden();

      // Those of one key replace each other. On a phone they may lie over the buttons: those are pressed by the keyboard.
      const show = (key: string) => page.getByRole('button', { name: t(`gallery.${key}`), exact: true }).press('Enter');
      for (let i = 0; i < 2; i++) await show('showBusy');
      await expect(page.getByRole('status').filter({ hasText: t('gallery.toastBusy') })).toHaveCount(1);
      for (let i = 0; i < 5; i++) await show('showFailed');
      const failed = page.getByRole('alert').filter({ hasText: t('gallery.toastFailed') });
      await expect(failed).toHaveCount(3);
      await expect(failed.first()).toContainText(t('gallery.toastFailedText'));
      await expect(failed.first().getByRole('button', { name: t('gallery.toReceipt') })).toBeVisible();
      const place = await failed.last().boundingBox();
      const right = (place?.x ?? 0) + (place?.width ?? 0);
      expect(right).toBeGreaterThan(dress.viewport.width - 60);
      expect(right).toBeLessThanOrEqual(dress.viewport.width);
      expect(complaints).toEqual([]);
    },
  );

  test(
    `the deck is one stop for Tab, says why and mends the selection; a receipt counts, filters, lives and goes into a file, ${where}`,
    SWEPT,
    async ({ page, complaints }) => {
      await openGallery(page, dress);
      const deck = part(page, t('gallery.deck')).getByRole('region');
      await deck.getByRole('toolbar').getByRole('button').first().focus();
      await page.keyboard.press('ArrowRight');
      await expect(deck.getByRole('button', { name: t('gallery.push'), exact: true })).toBeFocused();
      await page.keyboard.press('End');
      await page.keyboard.press('Tab');
      await expect(deck.getByRole('button', { name: t('batch.clear') })).toBeFocused();
      const reboot = deck.getByRole('button', { name: t('batch.blocked', { label: t('gallery.reboot'), n: '2' }) });
      await expect(reboot).toHaveAttribute('aria-disabled', 'true');
      const reason = t('gallery.sharedOut');
      await expect(reboot).toHaveAttribute('aria-description', t('batch.some', { n: '2', reason }));
      await expect(deck.getByText(reason)).toBeVisible();
      await deck.getByRole('button', { name: t('batch.keepOthers', { n: '4' }) }).click();
      await expect(deck.getByText(`4 ${t('batch.selected')}`, { exact: true })).toBeVisible();
      await expect(deck.getByText(reason)).toHaveCount(0);
      await page.getByRole('button', { name: t('gallery.overCap') }).click();
      const over = deck.getByText(t('batch.overCap', { cap: '30', n: '34' }));
      await expect(over).toBeVisible();
      await deck.getByRole('button', { name: t('batch.keepFirst', { n: '30' }) }).click();
      await expect(deck.getByText(`30 ${t('batch.selected')}`, { exact: true })).toBeVisible();
      await expect(over).toHaveCount(0);
      await deck.getByRole('button', { name: t('batch.clear') }).click();
      await expect(deck.getByText(`0 ${t('batch.selected')}`, { exact: true })).toBeVisible();

      const receipt = part(page, t('gallery.receipt'));
      const lanes = receipt.getByRole('listitem');
      const said = t('receipt.said', { n: '18', done: '10', failed: '3' });
      await expect(receipt.getByRole('status').filter({ hasText: said })).toBeAttached();
      await expect(lanes.first()).toContainText(t('gallery.noAnswer'));
      await expect(receipt.getByRole('button', { name: t('receipt.retryFailed', { n: '3' }) })).toBeVisible();
      await expect(lanes).toHaveCount(13);
      // The fourth is under way: its clock goes on.
      const clock = lanes.nth(3).locator('.owl-mono').last();
      const before = await clock.textContent();
      await expect.poll(() => clock.textContent()).not.toBe(before);
      await receipt.getByRole('button', { name: t('receipt.moreDone', { n: '6' }) }).click();
      await expect(lanes).toHaveCount(18);
      await receipt.getByRole('button', { name: `${t('receipt.failed')} 3` }).click();
      await expect(lanes).toHaveCount(3);
      const saved = page.waitForEvent('download');
      await receipt.getByRole('button', { name: 'CSV' }).click();
      const lines = await linesOf(saved);
      expect(lines).toHaveLength(19);
      const heads = ['phone', 'state', 'words', 'time'].map((key) => t(`receipt.${key}`));
      expect(lines[0]?.split(',')).toEqual([heads[0], 'ID', ...heads.slice(1)]);
      await receipt.getByRole('button', { name: t('gallery.openReceipt') }).click();
      const docked = page.getByRole('dialog', { name: t('receipt.name') });
      await expect(docked).toContainText(t('receipt.keepsRunning'));
      if (wide) {
        // The docked receipt blocks nothing: the page beside it can be used.
        await page.getByRole('button', { name: t('gallery.showDone'), exact: true }).click();
        await expectToast(page, t('gallery.toastDone'));
      } else await expect.poll(() => lowerEdge(docked)).toBe(844);
      await docked.getByRole('button', { name: t('common.close') }).click();
      await expect(docked).toBeHidden();
      expect(complaints).toEqual([]);
    },
  );

  test(
    `a list waits, is empty, fails and pages; of five hundred rows few exist, and columns can be hidden, ${where}`,
    once(dress, 'phone'),
    async ({ page, complaints }) => {
      await openGallery(page, dress);
      const rowsIn = (place: Locator, label: string) =>
        wide ? place.locator('.ant-table-row') : place.getByRole('list', { name: label }).getByRole('listitem');
      const sample = (n: string) => `${t('gallery.name').replace(/\d+$/, '')}${n}`;

      const list = part(page, t('gallery.list.name'));
      await list.scrollIntoViewIfNeeded();
      const listed = rowsIn(list, t('gallery.list.name'));
      const look = (state: string) => list.getByTitle(t(`gallery.list.${state}`), { exact: true }).click();
      await expect(listed).toHaveCount(10);
      await look('waiting');
      const waiting = list.getByRole('status', { name: t('common.loading') });
      await expect(waiting.locator(':scope > div')).toHaveCount(4);
      for (const [state, eyes, title, step] of [
        ['empty', 'shut', 'gallery.noPhones', 'gallery.buyPhones'],
        ['unmatched', 'half', 'gallery.noMatch', 'gallery.clearFilters'],
        ['fault', 'crossed', 'gallery.notLoaded', 'common.retry'],
      ] as const) {
        await look(state);
        const instead = list.locator(`section[data-look="${eyes}"]`);
        await expect(instead.getByRole('heading', { name: t(title) })).toBeVisible();
        // An empty list offers one next step.
        await expect(instead.getByRole('button')).toHaveText(t(step));
        await instead.getByRole('button').click();
        await expect(listed).toHaveCount(10);
      }
      await list
        .getByRole('navigation', { name: t('pager.name') })
        .locator('.ant-pagination-next')
        .click();
      await expect(listed.first()).toContainText(sample('11'));

      const table = part(page, t('gallery.table'));
      await table.scrollIntoViewIfNeeded();
      const first = table.getByText(sample('01'), { exact: true }).first();
      await expect(first).toBeVisible();
      const rows = rowsIn(table, t('gallery.table'));
      if (wide) expect(await rows.count()).toBeLessThan(40);
      else {
        // They are cards here, and only as many exist as were scrolled to.
        const before = await rows.count();
        expect(before).toBeLessThan(120);
        await rows.last().scrollIntoViewIfNeeded();
        await expect.poll(() => rows.count()).toBeGreaterThan(before);
      }

      const pager = table.getByRole('navigation', { name: t('pager.name') });
      await expect(pager.getByText(own.total, { exact: true })).toBeVisible();
      const next = pager.locator('.ant-pagination-next');
      const inOrder = async (...places: Locator[]) => {
        const lefts = await Promise.all(places.map(async (place) => (await place.boundingBox())?.x ?? Number.NaN));
        expect(lefts).toEqual([...lefts].sort((a, b) => a - b));
        expect(lefts.every((left) => left >= 0)).toBe(true);
      };
      const previous = pager.locator('.ant-pagination-prev');
      if (wide) {
        const sizes = pager.getByRole('combobox', { name: t('pager.size') });
        const jumper = pager.locator('.ant-pagination-options-quick-jumper input');
        await inOrder(
          pager.getByText(own.total),
          sizes,
          previous,
          pager.locator('.ant-pagination-item-1'),
          next,
          jumper,
        );
        await sizes.click();
        await expect(page.locator('.ant-select-dropdown:visible .ant-select-item-option-content')).toHaveText([
          ...own.sizes,
        ]);
        await page.getByTitle(own.sizes[3], { exact: true }).last().click();
        await expect(pager.locator('.ant-pagination-item').last()).toHaveText('10');
        await jumper.fill('3');
        await jumper.press('Enter');
        await expect(pager.locator('.ant-pagination-item-active')).toHaveText('3');
      } else {
        const now = pager.locator('.ant-pagination-simple-pager');
        await expect(pager.getByRole('combobox')).toHaveCount(0);
        await inOrder(previous, now, next);
        await expect(now).toHaveText(/^1\s*\/\s*25$/);
        await next.click();
        await expect(now).toHaveText(/^2\s*\/\s*25$/);
      }

      const saved = page.waitForEvent('download');
      await table.getByRole('button', { name: t('csv.save') }).click();
      expect(await linesOf(saved)).toHaveLength(501);
      await expectToast(page, own.rowsSaved);
      const carrier = table.getByText(t('gallery.carrier'), { exact: true });
      await expect(carrier.first()).toBeVisible();
      await table.getByRole('button', { name: t('columns.title') }).click();
      const columns = page.getByRole('group', { name: t('columns.title') });
      await columns.getByRole('checkbox', { name: t('gallery.carrier') }).uncheck();
      await expect(carrier).toHaveCount(0);
      await columns.getByRole('button', { name: t('columns.reset') }).click();
      await expect(carrier.first()).toBeVisible();
      expect(complaints).toEqual([]);
    },
  );
}

for (const language of spoken('en-US')) {
  const t = wordsIn(language);

  test(`on a phone fingers open dialogs, and what they hit is large enough, ${language}`, async ({
    browser,
    baseURL,
    complaints,
  }) => {
    const page = await onPhone(browser, baseURL, language, complaints);
    await enter(page, language, 'admin', PASSWORD, GALLERY);
    await page.getByRole('button', { name: t('gallery.openForm'), exact: true }).tap();
    const dialog = page.getByRole('dialog', { name: t('gallery.formTitle') });
    await expect.poll(() => lowerEdge(dialog)).toBe(844);
    for (const target of [
      dialog.getByRole('button', { name: t('gallery.save') }),
      dialog.getByRole('button', { name: t('common.cancel') }),
      dialog.locator('.ant-input-affix-wrapper'),
    ]) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await dialog.getByRole('button', { name: t('common.cancel') }).tap();
    await expect(dialog).toBeHidden();
    const deck = part(page, t('gallery.deck')).getByRole('region');
    for (const button of await deck.getByRole('toolbar').getByRole('button').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    const mend = deck.getByRole('button', { name: t('batch.keepOthers', { n: '4' }) });
    expect((await mend.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await mend.tap();
    await expect(deck.getByText(`4 ${t('batch.selected')}`, { exact: true })).toBeVisible();
    await page.context().close();
    expect(complaints).toEqual([]);
  });
}
