import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form } from 'antd';
import { Layers, RotateCcw, Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { checkName } from '@/core/rules';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import { Bold } from './Bold';
import { type BatchAction, BatchBar } from './batch/BatchBar';
import { Copy } from './copy/Copy';
import { Confirm } from './dialogs/Confirm';
import { FormDialog } from './dialogs/FormDialog';
import * as sheet from './dialogs/Sheet';
import { Choice } from './fields/Choice';
import { CountedInput } from './fields/CountedInput';
import { fieldRule } from './fields/fieldRule';
import { Money } from './Money';
import { StatusTag } from './phone/StatusTag';
import { Gate, RightsProvider } from './rights/Gate';
import { ErrorBoundary } from './states/ErrorBoundary';
import { Countdown, Elapsed } from './time/Countdown';
import { RemainingTime } from './time/RemainingTime';
import { TimeAgo } from './time/TimeAgo';

const NOW = Date.UTC(2026, 10, 18, 12);

describe('a gate', () => {
  const rights = (permissions: string[], roles: string[], part: ReactNode) =>
    renderIn(<RightsProvider value={{ permissions, roles }}>{part}</RightsProvider>);

  it('lets one of the named permissions through, and the wildcard always', async () => {
    await rights(['system:user:list'], [], <Gate permission={['a:b:c', 'system:user:list']}>in</Gate>);
    expect(screen.getByText('in')).toBeVisible();
    await rights(['*:*:*'], [], <Gate permission={['a:b:c']}>wild</Gate>);
    expect(screen.getByText('wild')).toBeVisible();
  });

  it('shows everybody else what stands in its place', async () => {
    await rights(
      ['a:b'],
      ['member'],
      <Gate permission={['a:b:c']} otherwise="out">
        in
      </Gate>,
    );
    expect(screen.getByText('out')).toBeVisible();
    expect(screen.queryByText('in')).toBeNull();
  });

  it('wants both where both are named', async () => {
    await rights(
      ['a:b:c'],
      ['member'],
      <Gate permission={['a:b:c']} role={['auditor']} otherwise="out">
        in
      </Gate>,
    );
    expect(screen.getByText('out')).toBeVisible();
  });

  it('asks for what the server asks for a call', async () => {
    const part = (
      <Gate operation="change_user_status" otherwise="out">
        in
      </Gate>
    );
    const held = await rights(['system:user:edit'], [], part);
    expect(screen.getByText('in')).toBeVisible();
    held.unmount();
    await rights(['system:user:resetPwd'], ['admin'], part);
    expect(screen.getByText('out')).toBeVisible();
    await rights([], [], <Gate operation="list_phones">everybody</Gate>);
    expect(screen.getByText('everybody')).toBeVisible();
  });

  it.each([
    [
      <Gate key="p" permission={[]}>
        x
      </Gate>,
      'permission tag value must be set',
    ],
    [<Gate key="n">x</Gate>, 'permission tag value must be set'],
    [
      <Gate key="r" role={[]}>
        x
      </Gate>,
      'role tag value must be set',
    ],
  ])('that names nothing throws', async (gate, words) => {
    let said = '';
    const Catch = class extends ErrorBoundary {
      override componentDidCatch(error: unknown) {
        said = String(error);
      }
    };
    await rights(['*:*:*'], ['admin'], <Catch>{gate}</Catch>);
    expect(said).toContain(words);
    // biome-ignore lint/suspicious/noConsole: React reports what a boundary caught.
    vi.mocked(console.error).mockClear();
  });
});

describe('figures and times', () => {
  it('money drops trailing zeros and keeps its sign', async () => {
    await renderIn(
      <>
        <p>
          <Money fen={109_200} />
        </p>
        <p>
          <Money fen={-150} />
        </p>
        <p>
          <Money fen={5} signed />
        </p>
      </>,
    );
    for (const text of ['¥1,092', '−¥1.5', '+¥0.05']) expect(screen.getByText(text)).toBeVisible();
  });

  it('a time ago carries the exact time', async () => {
    await renderIn(<TimeAgo at={NOW - 7_200_000} now={NOW} />, { lang: 'en-US' });
    const time = screen.getByText('2 h ago');
    expect(time).toHaveAttribute('datetime', new Date(NOW - 7_200_000).toISOString());
    expect(time.title).toMatch(/^2026-11-18 \d\d:00:00$/);
  });

  it.each([
    [8, undefined],
    [7, 'warn'],
    [1, 'err'],
    [-1, 'err'],
  ])('what is left turns amber within 7 days and red within one: %i', async (days, tone) => {
    const { container } = await renderIn(<RemainingTime until={NOW + days * 86_400_000} now={NOW} />);
    expect(container.querySelector('span')?.dataset.tone).toBe(tone);
  });

  it('a countdown ends once', async () => {
    // The clock stands until it is moved: the words alone, which are loaded first, may take longer than a second.
    vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] });
    const onEnd = vi.fn();
    await renderIn(<Countdown until={NOW + 3000} onEnd={onEnd} />);
    expect(screen.getByRole('timer')).toHaveTextContent('0:03');
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByRole('timer')).toHaveTextContent('0:00');
    expect(onEnd).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it('a sentence stresses what is between its marks, and reads no other', async () => {
    await renderIn(
      <p>
        <Bold text="<b>12</b> phones, <b>3</b> <i>failed</i>" />
      </p>,
    );
    const sentence = screen.getByText(/phones/);
    expect(sentence).toHaveTextContent('12 phones, 3 <i>failed</i>');
    expect([...sentence.querySelectorAll('b')].map((each) => each.textContent)).toEqual(['12', '3']);
  });

  it('elapsed time stands before what it usually takes', async () => {
    await renderIn(<Elapsed since={Date.now() - 130_000} expectedMs={300_000} />);
    expect(screen.getByText(/^2:1\d \/ 5:00$/)).toBeVisible();
  });
});

describe('a status tag', () => {
  it('says the status, its clock, and on focus what it means', async () => {
    await renderIn(<StatusTag code={2} power="on" since={Date.now() - 130_000} />, { lang: 'en-US' });
    expect(screen.getByText(/2:1\d \/ 5:00/)).toBeVisible();
    await userEvent.tab();
    expect(await screen.findByRole('tooltip')).toHaveTextContent('About 5 minutes');
  });

  it('of an expired phone says that, whatever its status', async () => {
    await renderIn(<StatusTag code={1} power="on" since={NOW} expired />);
    expect(screen.getByText('已到期')).toBeVisible();
    expect(screen.queryByText('运行中')).toBeNull();
  });
});

describe('the deck', () => {
  const actions = (blocked?: { ids: number[]; reason: string }) => [
    { key: 'group', label: '群控', icon: Layers, primary: true, onRun: vi.fn() },
    { key: 'reboot', label: '重启', icon: RotateCcw, onRun: vi.fn(), ...(blocked ? { blocked } : {}) },
    { key: 'share', label: '授权', icon: Share2, cap: 3, onRun: vi.fn(), ...(blocked ? { blocked } : {}) },
  ];
  const deck = async (selected: number[], made = actions(), onKeep = vi.fn(), onClear = vi.fn()) => {
    await renderIn(<BatchBar selected={selected} cap={30} actions={made} onKeep={onKeep} onClear={onClear} />);
    return { made, onKeep, onClear };
  };

  it('keeps what cannot run in its place, says why, and offers the selection that would do', async () => {
    const { made, onKeep } = await deck([1, 2, 3], actions({ ids: [2], reason: '已授权给他人' }));
    const reboot = screen.getByRole('button', { name: '重启，1 台不能操作' });
    expect(reboot).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(reboot);
    expect(made[1]?.onRun).not.toHaveBeenCalled();
    expect(screen.getByText('重启、授权')).toBeVisible();
    // The reason comes up as a tip too where the pointer rests.
    expect(screen.getByText(/已授权给他人/, { selector: '.owl-prose' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '只选其余 2 台' }));
    expect(onKeep).toHaveBeenCalledWith([1, 3]);
  });

  it('says a cap from the first phone beyond it', async () => {
    const at = await renderIn(
      <BatchBar selected={[1, 2, 3]} cap={30} actions={actions()} onKeep={vi.fn()} onClear={vi.fn()} />,
    );
    expect(screen.queryByText(/一次最多/)).toBeNull();
    at.unmount();
    const { onKeep } = await deck([1, 2, 3, 4]);
    expect(screen.getByText(/一次最多 3 台，现在 4 台/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '只留前 3 台' }));
    expect(onKeep).toHaveBeenCalledWith([1, 2, 3]);
  });

  it('gives each action that is stopped a reason of its own, and the others what they would do', async () => {
    const action = (label: string, blocked?: BatchAction['blocked'], cap?: number): BatchAction => ({
      key: label,
      label,
      icon: RotateCcw,
      hint: `${label}会做什么`,
      onRun: vi.fn(),
      blocked,
      ...(cap === undefined ? {} : { cap }),
    });
    const made = [
      action('标签'),
      action('重启', { ids: [2], reason: '已授权给他人' }),
      action('关机', { ids: [1, 2, 3], reason: '云手机已到期' }),
      action('授权', undefined, 2),
      action('改名'),
      action('恢复', { ids: [1, 3], reason: '正在执行其他操作' }),
      action('导出'),
    ];
    await renderIn(<BatchBar selected={[1, 2, 3]} cap={30} actions={made} onKeep={vi.fn()} onClear={vi.fn()} />);
    const said = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-description');
    expect(said('标签')).toBe('标签会做什么');
    expect(said('重启，1 台不能操作')).toBe('1 台不能操作：已授权给他人');
    // For none of them: dimmed and explained where it is asked, without a warning.
    expect(said('关机')).toBe('云手机已到期');
    expect(screen.getByRole('button', { name: '关机' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByText(/云手机已到期/, { selector: '.owl-prose' })).toBeNull();
    expect(said('授权，1 台不能操作')).toBe('一次最多 2 台，现在 3 台');
    await userEvent.hover(screen.getByRole('button', { name: '重启，1 台不能操作' }));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('1 台不能操作：已授权给他人');
    await userEvent.click(screen.getByRole('button', { name: '更多' }));
    const item = async (words: string) =>
      (await screen.findByText(words, { selector: '[role=menuitem] *' })).closest('li');
    expect(await item('恢复 (2)')).toHaveAttribute('title', '2 台不能操作：正在执行其他操作');
    expect(await item('导出')).toHaveAttribute('title', '导出会做什么');
  });

  it('is one stop for Tab, with arrows within', async () => {
    const { made } = await deck([1]);
    const bar = screen.getByRole('toolbar');
    await userEvent.tab();
    expect(within(bar).getByRole('button', { name: '群控' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(within(bar).getByRole('button', { name: '重启' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(made[1]?.onRun).toHaveBeenCalledOnce();
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(within(bar).getByRole('button', { name: '群控' })).toHaveFocus();
    await userEvent.tab();
    expect(screen.getByRole('button', { name: '取消选择' })).toHaveFocus();
  });
});

describe('a form dialog', () => {
  const refusal = { kind: 'code', code: 1, message: '这个名称已被使用', requestId: '7f3a' } as const;
  const dialog = (onSubmit: (values: { name: string }) => Promise<typeof refusal | undefined>, onClose = vi.fn()) =>
    renderIn(
      <FormDialog open title="改名" initial={{ name: '' }} submit="保存" onSubmit={onSubmit} onClose={onClose}>
        <Form.Item name="name" label="名称" rules={[fieldRule(checkName)]}>
          <CountedInput max={10} />
        </Form.Item>
      </FormDialog>,
    );

  it('says the rule and puts the focus on the first fault; Enter submits', async () => {
    const onSubmit = vi.fn(async () => undefined);
    const onClose = vi.fn();
    await dialog(onSubmit, onClose);
    const field = await screen.findByLabelText('名称');
    await userEvent.type(field, '杭州直播间主力机备用零三');
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('最多 10 个字，现在 12 个')).toBeInTheDocument();
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.clear(field);
    await userEvent.type(field, '主力-01{Enter}');
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ name: '主力-01' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });

  it('begins in its first field, and leaves whoever is in another one already', async () => {
    let opened = () => {};
    vi.spyOn(sheet, 'Sheet').mockImplementation(({ children, onOpened = () => {} }) => {
      opened = onOpened;
      return <>{children}</>;
    });
    await renderIn(
      <FormDialog open title="改名" initial={{ name: '', note: '' }} submit="保存" onSubmit={vi.fn()} onClose={vi.fn()}>
        <Form.Item name="name" label="名称">
          <CountedInput max={10} />
        </Form.Item>
        <Form.Item name="note" label="备注">
          <CountedInput max={10} />
        </Form.Item>
      </FormDialog>,
    );
    opened();
    expect(screen.getByLabelText('名称')).toHaveFocus();
    await userEvent.click(screen.getByLabelText('备注'));
    opened();
    expect(screen.getByLabelText('备注')).toHaveFocus();
  });

  it('keeps what is typed when the window becomes a phone’s, and opens as a drawer only the next time', async () => {
    const turn = windowOf({ wide: true });
    await dialog(async () => refusal);
    await userEvent.type(await screen.findByLabelText('名称'), '主力-01');
    act(() => turn({ wide: false }));
    expect(screen.getByLabelText('名称')).toHaveValue('主力-01');
    expect(document.querySelector('.ant-drawer')).toBeNull();
    cleanup();
    await dialog(async () => refusal);
    expect(await screen.findByLabelText('名称')).toHaveValue('');
    expect(document.querySelector('.ant-drawer')).not.toBeNull();
  });

  it('keeps what the server refuses, with its words and request id', async () => {
    const onClose = vi.fn();
    await dialog(async () => refusal, onClose);
    await userEvent.type(await screen.findByLabelText('名称'), '主力-01{Enter}');
    expect(await screen.findByText('这个名称已被使用')).toBeInTheDocument();
    expect(screen.getByText('请求号 7f3a')).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('asks before typed text is thrown away', async () => {
    const onClose = vi.fn();
    await dialog(async () => undefined, onClose);
    await userEvent.type(await screen.findByLabelText('名称'), 'x');
    await userEvent.click(screen.getByRole('button', { name: '取消' }));
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });
});

describe('a confirmation', () => {
  it('stays shut until the number is typed', async () => {
    const onConfirm = vi.fn(async () => {});
    await renderIn(
      <Confirm
        open
        title="恢复出厂 12 台云手机？"
        verb="恢复出厂 12 台"
        count={12}
        onConfirm={onConfirm}
        onClose={vi.fn()}
      >
        不能撤销
      </Confirm>,
    );
    const button = await screen.findByRole('button', { name: '恢复出厂 12 台' });
    const field = screen.getByLabelText('输入 12 以确认');
    await userEvent.type(field, '1{Enter}');
    expect(button).toBeDisabled();
    expect(onConfirm).not.toHaveBeenCalled();
    await userEvent.type(field, '2{Enter}');
    await waitFor(() => expect(onConfirm).toHaveBeenCalledOnce());
  });
});

function Wallets() {
  const [value, setValue] = useState('a');
  const options = [
    { value: 'a', title: '标准型' },
    { value: 'b', title: '轻量型', unavailable: '暂时无货' },
    { value: 'c', title: '进阶型' },
  ];
  return <Choice legend="配置" value={value} onChange={setValue} options={options} />;
}

describe('choices', () => {
  it('are radios of one group, what is unavailable says why', async () => {
    await renderIn(<Wallets />);
    const group = screen.getByRole('group', { name: '配置' });
    expect(within(group).getByRole('radio', { name: /轻量型/ })).toBeDisabled();
    expect(within(group).getByText('暂时无货')).toBeVisible();
    await userEvent.click(within(group).getByText('进阶型'));
    expect(within(group).getByRole('radio', { name: '进阶型' })).toBeChecked();
  });
});

describe('copying', () => {
  it('says that it worked, or what to do', async () => {
    const user = userEvent.setup();
    await renderIn(<Copy text="OWL-7K2M9" />);
    const writeText = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: '复制 OWL-7K2M9' }));
    expect(writeText).toHaveBeenCalledWith('OWL-7K2M9');
    expect(await screen.findByText('已复制 OWL-7K2M9')).toBeInTheDocument();
    writeText.mockRejectedValue(new Error('denied'));
    document.execCommand = () => false;
    await user.click(screen.getByRole('button', { name: '复制 OWL-7K2M9' }));
    expect(await screen.findByText('复制失败，请手动选择后复制')).toBeInTheDocument();
  });
});

let breaks = false;
function Breakable() {
  if (breaks) throw { kind: 'code', code: 500, message: '系统异常', requestId: '7f3a-91c2' };
  return <p>whole</p>;
}

describe('an error boundary', () => {
  it('shows the request id of a failed call and tries again', async () => {
    breaks = true;
    await renderIn(
      <ErrorBoundary title="没有打开">
        <Breakable />
      </ErrorBoundary>,
    );
    expect(screen.getByText('请求号 7f3a-91c2')).toBeVisible();
    // biome-ignore lint/suspicious/noConsole: React reports what a boundary caught.
    vi.mocked(console.error).mockClear();
    breaks = false;
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(screen.getByText('whole')).toBeVisible();
  });
});
