import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Input } from 'antd';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { operations } from '@/contract/operations';
import { api, ask } from '@/core/api';
import { Code } from '@/core/http';
import { onFault } from '@/core/notify';
import { onProofNeeded } from '@/core/proof';
import { beginSession, endSession } from '@/core/session';
import { renderIn } from '@/test/render';
import { Confirm } from '../dialogs/Confirm';
import { FormDialog } from '../dialogs/FormDialog';

const { makeCodes } = api.injectEndpoints({
  endpoints: (build) => ({
    makeCodes: build.mutation<string, string>({ query: (note) => ask('create_redeem_batch', { note } as never) }),
  }),
}).endpoints;

let asked: unknown[] = [];
let proved = false;
const shown = vi.fn();
let stop = () => {};

beforeEach(() => {
  [asked, proved] = [[], false];
  shown.mockClear();
  stop = onFault(shown);
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
  const answer = (code: number, msg: string) => new Response(JSON.stringify({ code, msg, data: msg }));
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    const body = JSON.parse(init.body);
    if (url.startsWith(operations.prove_password[1])) {
      proved = body.password === 'right';
      return proved ? answer(0, '') : answer(1, '密码不正确，请重新输入');
    }
    asked.push(body);
    return proved ? answer(0, 'made') : answer(Code.passwordNeeded, '请再次输入密码以继续');
  });
});

afterEach(() => {
  stop();
  endSession('left');
  vi.unstubAllGlobals();
});

const make = (note: string) => store.dispatch(makeCodes.initiate(note));

it('is asked in the dialog that was confirmed, and the same call goes on', async () => {
  const [onClose, outcome] = [vi.fn(), vi.fn()];
  const confirm = async () => outcome(await make('甲'));
  await renderIn(
    <Confirm open title="退款？" verb="退款 1 笔" onConfirm={confirm} onClose={onClose}>
      <p>退回原路</p>
    </Confirm>,
  );
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByLabelText('您的密码')).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: '退款 1 笔' }));
  const field = await within(dialog).findByLabelText('您的密码');
  await waitFor(() => expect(field).toHaveFocus());
  await userEvent.type(field, 'wrong');
  await userEvent.click(within(dialog).getByRole('button', { name: '退款 1 笔' }));
  expect(await within(dialog).findByText('密码不正确，请重新输入')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.clear(field);
  await userEvent.type(field, 'right{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(outcome).toHaveBeenCalledWith({ data: 'made' });
  expect(asked).toEqual([{ note: '甲' }, { note: '甲' }]);
});

it('goes with the dialog: the call is given up, and nothing is told twice', async () => {
  const [onClose, outcome] = [vi.fn(), vi.fn()];
  const confirm = async () => outcome(await make('甲'));
  await renderIn(
    <Confirm open title="退款？" verb="退款 1 笔" onConfirm={confirm} onClose={onClose}>
      <p>退回原路</p>
    </Confirm>,
  );
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: '退款 1 笔' }));
  await within(dialog).findByLabelText('您的密码');
  await userEvent.click(within(dialog).getByRole('button', { name: '取消' }));
  await waitFor(() => expect(outcome).toHaveBeenCalledOnce());
  expect(outcome.mock.calls[0]?.[0]).toMatchObject({ error: { code: Code.passwordNeeded } });
  expect(asked).toHaveLength(1);
  expect(shown).not.toHaveBeenCalled();
});

it('is asked in a form as well, whose other fields wait', async () => {
  const onClose = vi.fn();
  const submit = async ({ note }: { note: string }) => {
    const { error } = await make(note);
    return error as never;
  };
  await renderIn(
    <FormDialog<{ note: string }>
      open
      title="生成"
      initial={{ note: '' }}
      submit="生成 1 个"
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="note" label="备注">
        <Input />
      </Form.Item>
    </FormDialog>,
  );
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText('备注'), '渠道{Enter}');
  const field = await within(dialog).findByLabelText('您的密码');
  expect(within(dialog).getByLabelText('备注')).toBeDisabled();
  expect(field).toBeEnabled();
  await userEvent.type(field, 'right{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(asked).toEqual([{ note: '渠道' }, { note: '渠道' }]);
});

it('is asked once for calls that meet the demand together, by whoever registered last', async () => {
  const page = vi.fn(async () => false);
  const dialog = vi.fn(async () => {
    proved = true;
    return true;
  });
  const stops = [onProofNeeded(page), onProofNeeded(dialog)];
  const outcomes = await Promise.all([make('甲'), make('乙')]);
  for (const end of stops) end();
  expect(outcomes).toEqual([{ data: 'made' }, { data: 'made' }]);
  expect(dialog).toHaveBeenCalledOnce();
  expect(page).not.toHaveBeenCalled();
});
