import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Input } from 'antd';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginSession, beginView, endSession } from '@/core/session';
import { renderIn } from '@/test/render';
import { Confirm } from '../dialogs/Confirm';
import { FormDialog } from '../dialogs/FormDialog';
import { NamedRows } from '../fields/NamedRows';
import { ChangeButton } from './ChangeButton';

const WORDS = { 'zh-CN': /^您正在查看会员的界面/, 'en-US': /^You are seeing a member's console/ } as const;
const rows = [{ id: 1, name: 'Counters' }];

const seen = () => beginView({ viewId: 1, memberId: 7, until: Date.now() + 60_000, name: 'Li' }, 'seen');

beforeEach(() => beginSession({ userId: 1, accessToken: 'a', refreshToken: '', expiresTime: 0 }));
afterEach(() => endSession('expired'));

it.each(['zh-CN', 'en-US'] as const)(
  'is locked with the reason where an operator sees the console: %s',
  async (lang) => {
    seen();
    const onClick = vi.fn();
    await renderIn(
      <ChangeButton title="of its own" onClick={onClick}>
        buy
      </ChangeButton>,
      { lang },
    );
    const button = screen.getByRole('button', { name: 'buy' });
    expect(button).toBeDisabled();
    expect(button).toHaveAttribute('title', expect.stringMatching(WORDS[lang]));
    await userEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
  },
);

it('is as any other button in a session of one’s own', async () => {
  const onClick = vi.fn();
  await renderIn(
    <>
      <ChangeButton title="of its own" onClick={onClick}>
        buy
      </ChangeButton>
      <ChangeButton disabled>sell</ChangeButton>
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'buy' }));
  expect(onClick).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'buy' })).toHaveAttribute('title', 'of its own');
  expect(screen.getByRole('button', { name: 'sell' })).toBeDisabled();
});

it('stands in forms, questions and lists of names: Enter sends nothing either', async () => {
  seen();
  const [onSubmit, onConfirm] = [vi.fn(), vi.fn()];
  await renderIn(
    <>
      <NamedRows label="groups" rows={rows} countOf={() => '2'} onRename={vi.fn()} onDelete={vi.fn()} />
      <FormDialog open title="Rename" initial={{ name: '' }} submit="Save" onSubmit={onSubmit} onClose={() => {}}>
        <Form.Item name="name" label="Name">
          <Input />
        </Form.Item>
      </FormDialog>
      <Confirm open title="Reset 2 phones?" verb="Reset" count={2} onConfirm={onConfirm} onClose={() => {}}>
        All is lost.
      </Confirm>
    </>,
    { lang: 'en-US' },
  );
  for (const name of ['Rename Counters', 'Delete Counters']) {
    expect(await screen.findByRole('button', { name, hidden: true })).toBeDisabled();
  }
  await userEvent.type(await screen.findByLabelText('Name'), 'x{Enter}');
  await userEvent.type(await screen.findByRole('textbox', { name: /Type 2/ }), '2{Enter}');
  expect(screen.getByRole('button', { name: 'Save', hidden: true })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Reset', hidden: true })).toBeDisabled();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(onConfirm).not.toHaveBeenCalled();
});
