import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { api } from '@/core/api';
import { Code } from '@/core/http';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import UserDialog from './UserDialog';

const seen = { userName: 'li.jie', nickName: '李姐', phonenumber: '13312340001', email: '', sex: '1' };
const now = { ...seen, nickName: '王姐', email: 'wang@example.com' };
let sent: Record<string, unknown>[] = [];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    if (operationOf(url, init.method) === 'get_user') {
      const data = { ...seen, userId: 9, status: '0', roles: [] };
      return new Response(JSON.stringify({ code: 200, msg: '', data, roleIds: [], roles: [], postIds: [], posts: [] }));
    }
    sent.push(JSON.parse(init.body ?? '{}'));
    const answer =
      sent.length === 1 ? { code: Code.changedMeanwhile, msg: '', data: { now } } : { code: 200, msg: '操作成功' };
    return new Response(JSON.stringify(answer));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

it('says beside each field what a colleague made of it meanwhile, and replaces that when it is saved again', async () => {
  const onClose = vi.fn();
  await renderIn(<UserDialog userId={9} onClose={onClose} />);
  const field = await screen.findByDisplayValue('李姐');
  await userEvent.clear(field);
  await userEvent.type(field, '张姐');
  const save = screen.getByRole('button', { name: /保\s?存/ });
  await userEvent.click(save);
  expect(await screen.findByText('刚被改成：王姐。再保存一次会覆盖它。')).toBeVisible();
  expect(await screen.findByText('刚被改成：wang@example.com。再保存一次会覆盖它。')).toBeVisible();
  expect(screen.getAllByText(/刚被改成/)).toHaveLength(2);
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(save);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map((body) => body.seen)).toEqual([seen, now]);
  expect(sent[1]).toMatchObject({ userId: 9, nickName: '张姐', email: '' });
});
