import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { constants } from '@/core/rules';
import { renderIn } from '@/test/render';
import { GroupProvider } from '../GroupContext';
import { sampleGroup } from '../group.test-kit';
import { Dock } from './Dock';

const told = { press: vi.fn(), write: vi.fn(), writeLines: vi.fn() };

beforeEach(() => {
  for (const each of Object.values(told)) each.mockReset().mockReturnValue(3);
});

const show = (receivers: number[] = [1, 2, 5]) =>
  renderIn(
    <GroupProvider value={sampleGroup([], { broadcast: { receivers, ...told } })}>
      <Dock />
    </GroupProvider>,
  );
const send = (n: number) => screen.getByRole('button', { name: `发送到 ${n} 台` });
const field = () => screen.getByRole('textbox');

describe('the dock of a group', () => {
  it('sends the same text to as many as its button says, and is empty then', async () => {
    await show();
    expect(send(3)).toHaveAttribute('aria-disabled', 'true');
    expect(send(3)).toHaveAttribute('aria-description', '先输入文本');
    await userEvent.click(send(3));
    await userEvent.type(field(), '  {Enter}');
    expect(told.write, 'nothing is no text').not.toHaveBeenCalled();
    await userEvent.type(field(), '你好');
    expect(send(3)).toHaveAttribute('aria-disabled', 'false');
    await userEvent.click(send(3));
    expect(told.write.mock.calls).toEqual([['  你好']]);
    expect(field()).toHaveValue('');
  });

  it('sends by Enter', async () => {
    await show();
    await userEvent.type(field(), 'owl{Enter}');
    expect(told.write.mock.calls).toEqual([['owl']]);
  });

  it('says when nobody would get it', async () => {
    await show([]);
    await userEvent.type(field(), 'owl{Enter}');
    expect(send(0)).toHaveAttribute('aria-description', '现在没有云手机接收');
    expect(told.write).not.toHaveBeenCalled();
  });

  it('shares lines out, says where lines and phones do not match, and keeps the other draft', async () => {
    await show();
    await userEvent.type(field(), 'same');
    await userEvent.click(screen.getByRole('radio', { name: '每台一行' }));
    expect(field()).toHaveValue('');
    await userEvent.type(field(), 'a{Enter}b');
    expect(screen.getByText('1 台没有文本，不会收到')).toBeVisible();
    expect(send(2)).toHaveAttribute('aria-disabled', 'false');
    await userEvent.type(field(), '{Enter}c');
    expect(screen.getByText('3 行，每台一行')).toBeVisible();
    await userEvent.type(field(), '{Enter}d');
    expect(screen.getByText('多出 1 行，没有云手机接收')).toBeVisible();
    await userEvent.type(field(), '{Control>}{Enter}{/Control}');
    expect(told.writeLines.mock.calls).toEqual([['a\nb\nc\nd']]);
    await userEvent.click(screen.getByRole('radio', { name: '相同文本' }));
    expect(field()).toHaveValue('same');
  });

  it('has the keys of all', async () => {
    await show();
    const { keycodeHome, keycodeBack, keycodeAppSwitch } = constants();
    for (const [name, keycode] of [
      ['全部回主页', keycodeHome],
      ['全部返回', keycodeBack],
      ['全部最近任务', keycodeAppSwitch],
    ] as const) {
      await userEvent.click(screen.getByRole('button', { name }));
      expect(told.press).toHaveBeenLastCalledWith(keycode);
    }
  });
});
