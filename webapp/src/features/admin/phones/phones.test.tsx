import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import { RightsProvider } from '@/ui/rights/Gate';
import AddPhones from './AddPhones';
import type { PhoneDetails } from './api';
import { NotePart } from './NotePart';

const kinds = [{ configurationId: 7, name: '标准型', code: 'S4', all: 3, free: 2 }];
const line = (address: string, result: string, more: object = {}) => ({
  address,
  result,
  reason: '',
  model: '',
  androidVersion: '',
  phoneId: null,
  owlId: '',
  member: '',
  ...more,
});

let asked: { path: string; body: unknown }[];
let refuse: boolean;

beforeEach(() => {
  asked = [];
  refuse = false;
  windowOf({ wide: true });
  vi.stubGlobal('fetch', async (url: string, init: { body?: string }) => {
    const path = new URL(url, 'http://owl.example').pathname;
    asked.push({ path, body: JSON.parse(init.body ?? 'null') });
    if (path.endsWith('/ask')) {
      const data = [
        line('10.0.0.1:5555', 'fits', { model: 'OWL', androidVersion: '14' }),
        line('10.0.0.2:5555', 'known', { reason: '已经在册', owlId: 'OWL-1', member: '138****0000' }),
        line('a/b', 'wrong', { reason: '不是地址' }),
      ];
      return Response.json({ code: 0, msg: '', data });
    }
    if (path.endsWith('/note')) {
      if (JSON.parse(init.body ?? 'null').seen !== '别人写的')
        return Response.json({ code: AnswerCode.CHANGED_MEANWHILE, msg: '', data: { now: '别人写的' } });
      return Response.json({ code: 0, msg: '', data: true });
    }
    if (refuse) return Response.json({ code: 400, msg: '10.0.0.1:5555 已经在册', data: { field: 'addresses' } });
    return Response.json({ code: 0, msg: '', data: [{ phoneId: 1, owlId: 'OWL-2' }] });
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});
afterEach(() => {
  cleanup();
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

const dialog = () => screen.findByRole('dialog', { name: '添加云手机' });

it('asks each line before anything is added, and adds those alone that answered', async () => {
  const onClose = vi.fn();
  await renderIn(<AddPhones configurations={kinds} onClose={onClose} />);
  const form = within(await dialog());
  expect(form.getByRole('button', { name: '逐台检查' })).toBeDisabled();
  const field = form.getByRole('textbox');
  fireEvent.change(field, { target: { value: '10.0.0.1 10.0.0.2 a/b' } });
  await userEvent.click(form.getByRole('button', { name: '逐台检查' }));
  const verb = await form.findByRole('button', { name: '添加 1 台' });
  expect(form.getByRole('status')).toHaveTextContent('3 行1 台可添加2 行不能添加');
  expect(form.getByText('OWL-1 · 138****0000')).toBeVisible();
  expect(form.getByText('不是地址')).toBeVisible();
  await userEvent.click(verb);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(asked.at(-1)).toEqual({
    path: '/admin-api/phone/create',
    body: { configurationId: 7, addresses: ['10.0.0.1:5555'] },
  });
});

it('asks again once the text is another, and after a refusal', async () => {
  const onClose = vi.fn();
  refuse = true;
  await renderIn(<AddPhones configurations={kinds} onClose={onClose} />);
  const form = within(await dialog());
  fireEvent.change(form.getByRole('textbox'), { target: { value: '10.0.0.1' } });
  await userEvent.click(form.getByRole('button', { name: '逐台检查' }));
  await form.findByRole('button', { name: '添加 1 台' });
  fireEvent.change(form.getByRole('textbox'), { target: { value: '10.0.0.1 10.0.0.3' } });
  await userEvent.click(form.getByRole('button', { name: '逐台检查' }));
  await userEvent.click(await form.findByRole('button', { name: '添加 1 台' }));
  expect(await form.findByText('10.0.0.1:5555 已经在册')).toBeVisible();
  expect(form.getByRole('button', { name: '逐台检查' })).toBeEnabled();
  expect(onClose).not.toHaveBeenCalled();
});

it("does not write over a colleague's note unseen", async () => {
  const phone = { phoneId: 3, alias: '主力', owlId: 'OWL-3', note: '' } as PhoneDetails;
  const part = (permissions: string[]) => (
    <RightsProvider value={{ permissions, roles: [] }}>
      <NotePart phone={phone} />
    </RightsProvider>
  );
  const { unmount } = await renderIn(part([]));
  expect(screen.getByText('没有备注')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  await renderIn(part(['infra:phone:note']));
  await userEvent.click(screen.getByRole('button', { name: '写备注' }));
  const form = within(await screen.findByRole('dialog', { name: '主力 的备注' }));
  fireEvent.change(form.getByRole('textbox'), { target: { value: '不要动' } });
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  expect(await form.findByText(/刚被改成：别人写的/)).toBeVisible();
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(asked.map(({ body }) => body)).toEqual([
      { phoneId: 3, note: '不要动', seen: '' },
      { phoneId: 3, note: '不要动', seen: '别人写的' },
    ]),
  );
});
