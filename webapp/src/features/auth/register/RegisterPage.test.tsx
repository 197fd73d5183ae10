import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { checkConfirmation, checkNewPassword, codeText } from '@/core/rules';
import { endSession, getAccessToken } from '@/core/session';
import { renderIn } from '@/test/render';
import { answering, bodies, code, no, ok, tokens } from '../answers.test-kit';
import { carriedAccount } from '../carriedAccount';
import { Refused } from '../refusals';
import { RegisterPage } from './RegisterPage';

// Typing into antd's fields is slow where the machine is busy.

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  // The clock stands: the countdown of a code says 60 for a second alone.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  endSession('left');
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const GOOD = 'Tree&House7';
const submit = () => screen.getByRole('button', { name: '注册并登录' });
const password = () => screen.getByLabelText('设置密码');
const again = () => screen.getByLabelText('再次输入密码');

/** Shows the account that the next page is handed. */
function Carried() {
  return <output aria-label="carried">{carriedAccount(useLocation().state)}</output>;
}

async function open(answers: Parameters<typeof answering>[0] = {}) {
  const sent = answering({ sendSmsCode: code, register: ok(tokens), ...answers });
  const page = (
    <>
      <RegisterPage />
      <Carried />
    </>
  );
  await renderIn(page, { at: '/register?redirect=%2Fplay%3FphoneId%3D7' });
  return sent;
}
async function fill() {
  await userEvent.type(screen.getByLabelText('手机号'), '13700000001');
  await userEvent.click(screen.getByRole('button', { name: '获取验证码' }));
  await screen.findByRole('button', { name: '60 秒后重发' });
  await userEvent.type(screen.getByLabelText('短信验证码'), '123456');
  await userEvent.type(password(), GOOD);
  await userEvent.type(again(), GOOD);
}

describe('registration', () => {
  it('sends the number as user name too, signs in, and leads to where one was going', async () => {
    const sent = await open();
    await fill();
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(submit());
    await waitFor(() => expect(getAccessToken()).toBe('fresh'));
    expect(bodies(sent, 'sendSmsCode')).toEqual([{ phone: '13700000001', purpose: 'register' }]);
    expect(bodies(sent, 'register')).toEqual([
      {
        phone: '13700000001',
        userName: '13700000001',
        password: GOOD,
        code: '123456',
        uuid: 'request-1',
        channelCode: 'default',
        agreed: true,
      },
    ]);
    await waitFor(() => expect(screen.getByLabelText('here')).toHaveTextContent('/play?phoneId=7'));
  });

  it('says of each field what is missing, takes the cursor to the first, and sends nothing', async () => {
    const sent = await open();
    await userEvent.click(submit());
    for (const words of ['手机号不能为空', '请输入验证码', checkNewPassword(''), checkConfirmation('', '')]) {
      expect(await screen.findByText(words as string)).toBeVisible();
    }
    await waitFor(() => expect(screen.getByLabelText('手机号')).toHaveFocus());
    expect(bodies(sent, 'register')).toEqual([]);
  });

  it.each([
    ['Aa1!aaa', ['unmet', 'met', 'met', 'met'], '密码长度为 8 到 20 个字符'],
    ['lowercase1!', ['met', 'unmet', 'met', 'met'], '大写和小写字母'],
    ['UPPERCASE1!', ['met', 'unmet', 'met', 'met'], '大写和小写字母'],
    ['NoDigits!!', ['met', 'met', 'unmet', 'met'], '至少一个数字'],
    ['NoSymbol11', ['met', 'met', 'met', 'unmet'], '至少一个特殊符号'],
    ['Way2Long!Way2Long!Wa!', ['unmet', 'met', 'met', 'met'], '密码长度为 8 到 20 个字符'],
    // Conditions that most passwords meet are listed where they are not met.
    ['Accenté1!', ['met', 'met', 'met', 'met', 'unmet'], '密码只能包含字母、数字和符号，不能有空格'],
    ['Password#1', ['met', 'met', 'met', 'met', 'unmet'], checkNewPassword('Password#1')],
  ])('ticks off the conditions while %s is typed, and says in red what it lacks', async (weak, states, lacks) => {
    await open();
    await userEvent.type(password(), weak);
    const rows = within(screen.getByRole('list', { name: '密码要求' })).getAllByRole('listitem');
    expect(rows.map((row) => row.dataset.state)).toEqual(states);
    expect(rows[states.indexOf('unmet')]).toHaveTextContent(`${lacks}未满足`);
    await userEvent.click(submit());
    await waitFor(() => expect(password()).toBeInvalid());
    // Screen readers announce the verdict while one types: it is a status.
    const said = screen.getAllByText(checkNewPassword(weak) as string);
    expect(said.filter((each) => each.getAttribute('role') === 'status')).toHaveLength(1);
    expect(document.querySelector('.ant-form-item-explain-error')?.textContent ?? '').not.toContain(lacks);
  });

  it('says that a good one will do, and refuses another text in the second field', async () => {
    await open();
    const states = () => screen.getAllByRole('listitem').map((row) => row.dataset.state);
    expect(states()).toEqual(['open', 'open', 'open', 'open']);
    await fill();
    expect(states()).toEqual(['met', 'met', 'met', 'met']);
    expect(screen.getByText(/^密码符合要求/)).toHaveAttribute('role', 'status');
    await userEvent.type(again(), 'x');
    await userEvent.click(submit());
    expect(await screen.findByText('两次输入的密码不一致')).toBeVisible();
  });

  it('asks for the agreements in place', async () => {
    const sent = await open();
    await fill();
    await userEvent.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('请先阅读并同意协议');
    expect(bodies(sent, 'register')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: '同意并注册' }));
    await waitFor(() => expect(bodies(sent, 'register')).toHaveLength(1));
  });

  it('leads a number that has an account to sign-in with one click, the number kept', async () => {
    await open({ register: no(Refused.registered, codeText(Refused.registered) as string) });
    await fill();
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('该手机号已注册，请直接登录');
    await userEvent.click(screen.getByRole('button', { name: '用这个号码登录' }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/login?redirect=%2Fplay%3FphoneId%3D7');
    expect(screen.getByLabelText('carried')).toHaveTextContent('13700000001');
  });

  it('shows a wrong code above the button and stays', async () => {
    await open({ register: no(AnswerCode.CODE_WRONG, '请输入正确的验证码') });
    await fill();
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('请输入正确的验证码');
    expect(getAccessToken()).toBeNull();
  });

  it('that fails by a fault of the server says what became of it', async () => {
    await open({ register: no(500, '系统未知错误，请反馈给管理员') });
    await fill();
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(submit());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('系统未知错误，请反馈给管理员');
    expect(alert).toHaveTextContent('注册失败，请稍后重试');
  });
});
