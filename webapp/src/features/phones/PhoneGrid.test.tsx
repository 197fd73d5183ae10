import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { openState, remaining, statusView } from '@/core/rules';
import { renderIn } from '@/test/render';
import type { Phone } from './api';
import { PhoneGrid } from './PhoneGrid';

const NOW = Date.UTC(2026, 10, 18, 12);
const DAY = 86_400_000;
const CODES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 99];

const phone = (more: Partial<Phone> = {}): Phone => ({
  phoneId: 7,
  owlId: 'OWL-7K2M9',
  phoneAlias: '主力-01',
  businessStatus: 1,
  power: 'on',
  statusSince: NOW,
  reason: null,
  assignTime: NOW - 20 * DAY,
  expireTime: NOW + 23 * DAY + 1000,
  rental: 'active',
  level: 'owner',
  accreditType: null,
  ownerPhone: null,
  sharedOut: false,
  operator: 'mobile',
  androidVersion: '14',
  chip: 'RK3588',
  padType: 5,
  dpi: 320,
  ...more,
});

const show = (props: Partial<Parameters<typeof PhoneGrid>[0]> = {}) =>
  renderIn(
    <PhoneGrid
      phones={[phone()]}
      fault={undefined}
      fetching={false}
      keyword=""
      memberTotal={8}
      pageSize={20}
      now={NOW}
      onRetry={() => {}}
      onClear={() => {}}
      {...props}
    />,
    { at: '/index' },
  );
const card = () => screen.getByRole('article', { name: '主力-01' });
const here = () => screen.getByLabelText('here').textContent;

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

  it('opens by a double click', async () => {
    await show();
    await userEvent.dblClick(screen.getByText('主力-01'));
    expect(here()).toBe('/play?phoneId=7');
  });

  it.each([
    ['off', { businessStatus: 0, power: 'off' as const }],
    ['abnormal', { businessStatus: 0 }],
    ['expired', { rental: 'expired' as const, expireTime: NOW - DAY }],
  ])('of a phone that is %s says why and does not open', async (_, more) => {
    await show({ phones: [phone(more)] });
    const button = within(card()).getByRole('button', { name: '打开 主力-01' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
    expect(here()).toBe('/index');
    const { businessStatus, power, level, rental } = phone(more);
    const { reason } = openState(businessStatus, power, level, rental === 'expired');
    expect(reason).not.toBe('');
    expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0);
  });

  it.each(CODES)('of status %i says its name, unless it is well', async (businessStatus) => {
    await show({ phones: [phone({ businessStatus })] });
    const { label, tone } = statusView(businessStatus, 'on');
    if (tone === 'ok') expect(within(card()).queryByText(label)).toBeNull();
    else expect(within(card()).getByText(label)).toBeVisible();
  });

  it('marks what was shared, either way', async () => {
    const out = await show({ phones: [phone({ sharedOut: true })] });
    expect(within(card()).getByRole('img', { name: '已授权给他人' })).toBeVisible();
    out.unmount();
    await show({ phones: [phone({ accreditType: 1, level: 'view', ownerPhone: '139****6021' })] });
    expect(within(card()).getByRole('img', { name: '由 139****6021 授权' })).toBeVisible();
  });
});

describe('without cards', () => {
  it('an empty list says so', async () => {
    await show({ phones: [], memberTotal: 0 });
    expect(screen.getByRole('heading', { name: '还没有云手机' })).toBeVisible();
  });

  it('a search without a match can be cleared', async () => {
    const onClear = vi.fn();
    await show({ phones: [], keyword: '主力-99', onClear });
    expect(screen.getByText(/“主力-99”/)).toHaveTextContent('8');
    await userEvent.click(screen.getByRole('button', { name: '清除搜索' }));
    expect(onClear).toHaveBeenCalledOnce();
  });

  it('a fault shows its words and request id, and can be retried', async () => {
    const onRetry = vi.fn();
    const fault = { kind: 'code', code: 500, message: '系统异常', requestId: '7f3a-91c2' } as const;
    await show({ phones: undefined, fault, onRetry });
    expect(screen.getByText('系统异常')).toBeVisible();
    expect(screen.getByText('请求号 7f3a-91c2')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('the first answer is waited for with placeholders', async () => {
    await show({ phones: undefined, fetching: true });
    expect(screen.getByRole('status', { name: '正在加载' })).toBeInTheDocument();
  });
});
