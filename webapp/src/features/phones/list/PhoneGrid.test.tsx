import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { openState, remaining, statusView } from '@/core/rules';
import { renderIn } from '@/test/render';
import { useSelection } from '@/ui/batch/useSelection';
import type { Phone } from '../api';
import { DAY, NOW, samplePhone } from '../sample.test-kit';
import { PhoneGrid } from './PhoneGrid';
import { idOf } from './PhoneTable';

const CODES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 99];

const phone = samplePhone;

function Grid({ phones, max }: { phones: Phone[]; max: number }) {
  const selection = useSelection<Phone>(idOf, max);
  return (
    <>
      <PhoneGrid phones={phones} now={NOW} selection={selection} />
      <output aria-label="selected">{selection.rows.map((row) => row.phoneAlias).join()}</output>
    </>
  );
}

const show = (phones: Phone[] = [phone()], max = 300) => renderIn(<Grid phones={phones} max={max} />, { at: '/index' });
const card = () => screen.getByRole('article', { name: '主力-01' });
const picture = (name: string) => screen.getByRole('article', { name }).firstElementChild as HTMLElement;
const here = () => screen.getByLabelText('here').textContent;
const selected = () => screen.getByLabelText('selected').textContent;

describe('a card', () => {
  it('names the phone, its id and how long it lasts', async () => {
    await show();
    expect(card()).toHaveTextContent('OWL-7K2M9');
    expect(card()).toHaveTextContent(remaining(phone().expireTime, NOW).text);
    expect(within(card()).getByText('12-11')).toBeVisible();
  });

  it('opens by its button with Enter', async () => {
    await show();
    within(card()).getByRole('button', { name: '打开 主力-01' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(here()).toBe('/play?phoneId=7');
  });

  it('opens by a click, and selects instead while something is selected', async () => {
    const shown = await show();
    await userEvent.click(picture('主力-01'));
    expect(here()).toBe('/play?phoneId=7');
    shown.unmount();
    await show([phone(), phone({ phoneId: 8, phoneAlias: 'b' })]);
    await userEvent.click(screen.getByRole('checkbox', { name: '选择 b' }));
    await userEvent.click(picture('主力-01'));
    expect([here(), selected()]).toEqual(['/index', 'b,主力-01']);
  });

  it('opens for looking on without taking control', async () => {
    await show();
    await userEvent.click(within(card()).getByRole('button', { name: '只看 主力-01' }));
    expect(here()).toBe('/play?phoneId=7&mode=view');
  });

  it('is selected by Space and opened by Enter on its checkbox', async () => {
    await show();
    within(card()).getByRole('checkbox').focus();
    await userEvent.keyboard(' ');
    expect(selected()).toBe('主力-01');
    await userEvent.keyboard('{Enter}');
    expect(here()).toBe('/play?phoneId=7');
  });

  it.each([
    ['off', { businessStatus: 0, power: 'off' as const }],
    ['abnormal', { businessStatus: 0 }],
    ['expired', { rental: 'expired' as const, expireTime: NOW - DAY }],
  ])('of a phone that is %s says why and does not open', async (_, more) => {
    await show([phone(more)]);
    const button = within(card()).getByRole('button', { name: '打开 主力-01' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
    expect(here()).toBe('/index');
    const { businessStatus, power, level, rental } = phone(more);
    const { reason } = openState(businessStatus, power, level, rental === 'expired', null);
    expect(reason).not.toBe('');
    expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0);
  });

  it('that is not well says the cause that its card names, where it is refused', async () => {
    await show([phone({ businessStatus: 0, reason: '设备没有响应' })]);
    await userEvent.click(within(card()).getByRole('button', { name: '打开 主力-01' }));
    expect(here()).toBe('/index');
    expect((await screen.findAllByText('云手机异常：设备没有响应')).length).toBeGreaterThan(0);
    expect(screen.queryByText(/请稍后再试/)).toBeNull();
  });

  it('says how long an expired phone of mine keeps its data, and no more once that is over', async () => {
    const over = { rental: 'expired' as const, expireTime: NOW - 3 * DAY };
    const first = await show([phone({ ...over, keptUntil: NOW + 4 * DAY })]);
    expect(within(card()).getByText('数据保留，剩 4 天')).toBeVisible();
    first.unmount();
    await show([phone({ ...over, keptUntil: NOW - 1 })]);
    expect(within(card()).getByText('已到期', { selector: 'strong' })).toBeVisible();
    expect(within(card()).queryByText(/数据保留/)).toBeNull();
  });

  it.each(CODES)('of status %i says its name, unless it runs', async (businessStatus) => {
    await show([phone({ businessStatus })]);
    const { label } = statusView(businessStatus, 'on');
    if (businessStatus === 1) expect(within(card()).queryByText(label)).toBeNull();
    else expect(within(card()).getByText(label)).toBeVisible();
  });

  it.each(CODES.filter((code) => statusView(code, 'on').tone === 'busy'))(
    'that is busy with status %i says what is done, how long it has run and usually takes',
    async (businessStatus) => {
      await show([phone({ businessStatus, statusSince: Date.now() - 130_000 })]);
      const { label, tip } = statusView(businessStatus, 'on');
      expect(within(card()).getByText(label)).toBeVisible();
      expect(within(card()).getByRole('progressbar', { name: /^2:1\d$/ })).toBeVisible();
      expect(within(card()).getByText(tip)).toBeVisible();
      expect(tip).toMatch(/^约 \d+ 分钟$/);
    },
  );

  it('that is switched on says so, and not that it restarts', async () => {
    const operation = {
      batchId: 1,
      kind: 'powerOn' as const,
      name: '开机',
      since: NOW,
      expectedMs: 300_000,
      queued: false,
      percent: null,
    };
    await show([phone({ businessStatus: 2, operation })]);
    expect(within(card()).getByText('开机中')).toBeVisible();
    expect(within(card()).queryByText('重启中')).toBeNull();
  });

  it('marks what was shared, either way', async () => {
    const out = await show([
      phone({
        sharedOut: true,
        sharedTo: { relationId: 3, phone: '137****8843', level: 'operate', expireTime: NOW },
      }),
    ]);
    expect(within(card()).getByRole('img', { name: '已授权给 137****8843' })).toBeVisible();
    out.unmount();
    const given = await show([phone({ givenTo: { name: '客服', others: 0 } })]);
    expect(within(card()).getByRole('img', { name: '已交给子账号 客服' })).toBeVisible();
    given.unmount();
    await show([phone({ accreditType: 1, level: 'view', ownerPhone: '139****6021' })]);
    expect(within(card()).getByRole('img', { name: '由 139****6021 授权' })).toBeVisible();
  });
});

describe('selecting', () => {
  const four = ['a', 'b', 'c', 'd'].map((name, index) => phone({ phoneId: index + 1, phoneAlias: name }));
  const box = (name: string) => screen.getByRole('checkbox', { name: `选择 ${name}` });

  it('takes everything between two cards with Shift', async () => {
    await show(four);
    const user = userEvent.setup();
    await user.click(box('a'));
    await user.keyboard('{Shift>}');
    await user.click(box('c'));
    await user.keyboard('{/Shift}');
    expect(selected()).toBe('a,b,c');
  });

  it('takes no more than may be selected', async () => {
    await show(four, 2);
    for (const name of ['a', 'b', 'c']) await userEvent.click(box(name));
    expect(selected()).toBe('a,b');
  });
});

describe('the keyboard', () => {
  const four = ['a', 'b', 'c', 'd'].map((name, index) => phone({ phoneId: index + 1, phoneAlias: name }));
  const focused = () => document.activeElement?.getAttribute('aria-label');

  it('has one stop in the grid, goes from card to card with arrows, opens with Enter and selects with Space', async () => {
    await show(four);
    await userEvent.tab();
    expect(focused()).toBe('a');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(focused()).toBe('c');
    await userEvent.keyboard(' ');
    expect(selected()).toBe('c');
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(focused()).toBe('a');
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(focused()).toBe('d');
    // The next stop is beyond the grid, and back is where one was.
    await userEvent.tab();
    expect(focused()).not.toBe('d');
    await userEvent.tab({ shift: true });
    expect(focused()).toBe('d');
    await userEvent.keyboard('{Enter}');
    expect(here()).toBe('/play?phoneId=4');
  });

  it('takes a range with Shift and Space', async () => {
    await show(four);
    await userEvent.tab();
    await userEvent.keyboard(' {ArrowRight}{ArrowRight}{Shift>} {/Shift}');
    expect(selected()).toBe('a,b,c');
  });

  it('changes a name where it stands, and gives the keyboard back to the card', async () => {
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (_: string, init: { body?: string }) => {
      sent.push(JSON.parse(init.body ?? '{}'));
      return Response.json({ code: 0, msg: '', data: { batchId: 1, success: 1, fail: 0, list: [] } });
    });
    await show(four);
    await userEvent.tab();
    await userEvent.keyboard('{F2}');
    const field = await screen.findByRole('textbox', { name: '名称' });
    expect(field).toHaveValue('a');
    await userEvent.clear(field);
    await userEvent.keyboard('{Enter}');
    expect(field).toHaveAttribute('aria-invalid', 'true');
    await userEvent.type(field, '前台{Enter}');
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(sent).toContainEqual(expect.objectContaining({ phoneIds: [1], phoneAlias: '前台' }));
    expect(focused()).toBe('a');
    await userEvent.keyboard('{F2}');
    await userEvent.type(await screen.findByRole('textbox'), 'x{Escape}');
    expect(sent).toHaveLength(1);
    expect(focused()).toBe('a');
    vi.unstubAllGlobals();
  });
});
