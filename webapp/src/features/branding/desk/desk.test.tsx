import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { Code } from '@/core/http';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import { RightsProvider } from '@/ui/rights/Gate';
import type { BrandingDesk } from './api';
import BrandingDeskPage from './BrandingDeskPage';
import { changedFields, fieldsOf, placeOf } from './fields';

const kept: BrandingDesk = {
  text: '猫头鹰',
  textEn: '',
  main: '',
  leftBg: '',
  welcomeText: '你好',
  welcomeTextEn: 'Hello',
  renewRedesign: 0,
  serviceUrl: 'https://help.example/',
  serviceHours: '09:00–21:00',
  serviceHoursEn: '',
  contacts: [{ id: 5, type: 2, account: '88213', htmlCode: 'https://qun.example/88213' }],
  updateTime: 10,
};

let sent: { name: string; body: unknown }[] = [];
/** Answers of the next calls by name, in their order. */
let answers: Record<string, object[]> = {};

beforeEach(() => {
  [sent, answers] = [[], {}];
  windowOf({ wide: true });
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: unknown }) => {
    const name = operationOf(url, init.method);
    sent.push({ name, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    const data = answers[name]?.shift() ?? { data: name === 'get_branding_desk' ? kept : null };
    return new Response(JSON.stringify({ code: 0, msg: '', ...data }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

async function open(permissions = ['*:*:*']) {
  await renderIn(
    <RightsProvider value={{ permissions, roles: [] }}>
      <BrandingDeskPage />
    </RightsProvider>,
    { lang: 'zh-CN' },
  );
  return screen.findByLabelText('名称 · 中文');
}

const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const saved = () => sent.filter(({ name }) => name === 'save_branding').map(({ body }) => body);
const save = async () => userEvent.click(await screen.findByRole('button', { name: '保存' }));

it('shows at once what members will see, and sends all of it with what was seen', async () => {
  const name = await open();
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
  write(name, '云雀');
  const preview = within(screen.getByRole('complementary', { name: '会员会看到的' }));
  expect(await preview.findByText('云雀')).toBeVisible();
  expect(preview.getByRole('link', { name: '打开 群号 88213' })).toHaveAttribute('href', 'https://qun.example/88213');
  await userEvent.click(preview.getByText('英文'));
  expect(await preview.findByText('Hello')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: '加一个联系方式' }));
  write(screen.getByLabelText('第 2 个联系方式：群号或账号'), 'owl');
  write(screen.getByLabelText('第 2 个联系方式：打开它的网址'), 'https://chat.example/owl');
  await userEvent.click(screen.getByRole('button', { name: '第 2 个联系方式：上移' }));
  expect(await screen.findByText('2 处改动')).toBeVisible();

  const now = { ...kept, text: '云雀', updateTime: 20 };
  answers.save_branding = [{ data: now }];
  await save();
  await waitFor(() => expect(saved()).toHaveLength(1));
  const { updateTime, ...rest } = kept;
  expect(saved()[0]).toEqual({
    ...rest,
    text: '云雀',
    contacts: [{ type: 2, account: 'owl', htmlCode: 'https://chat.example/owl' }, ...rest.contacts],
    updateTime,
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: '保存' })).toBeNull());
});

it('says a refusal beside its field, of a contact too, and of a picture that is none', async () => {
  write(await open(), '猫头鹰！');
  answers.save_branding = [
    { code: 400, msg: '请填写以 https:// 开头的网址', data: { field: 'contacts.0.htmlCode' } },
    { code: 400, msg: '名称最多 40 个字', data: { field: 'text' } },
  ];
  await save();
  const address = screen.getByLabelText('第 1 个联系方式：打开它的网址').closest('.ant-form-item') as HTMLElement;
  expect(await within(address).findByText('请填写以 https:// 开头的网址')).toBeVisible();
  await save();
  const title = screen.getByLabelText('名称 · 中文').closest('.ant-form-item') as HTMLElement;
  expect(await within(title).findByText('名称最多 40 个字')).toBeVisible();

  answers.add_branding_picture = [
    { code: AnswerCode.AVATAR_KIND, msg: '图片格式不支持' },
    { data: { path: '/p/new' } },
  ];
  const file = screen.getByLabelText('选择标志');
  await userEvent.upload(file, new File(['<svg/>'], 'a.png', { type: 'image/png' }));
  expect(await screen.findByText('图片格式不支持')).toBeVisible();
  expect(screen.queryByRole('img', { name: '标志' })).toBeNull();
  await userEvent.upload(file, new File(['png'], 'b.png', { type: 'image/png' }));
  expect(await screen.findByRole('img', { name: '标志' })).toHaveAttribute('src', '/p/new');
  expect(screen.queryByText('图片格式不支持')).toBeNull();
});

it('tells the second of two what differs, and sends its own over the other when that is chosen', async () => {
  write(await open(), '猫头鹰！');
  const theirs = { ...kept, serviceHours: '10:00–18:00', updateTime: 30 };
  answers.save_branding = [
    { code: Code.changedMeanwhile, msg: 'x', data: { now: theirs, by: 'linqiao', time: 1 } },
    { data: { ...kept, text: '猫头鹰！', updateTime: 31 } },
  ];
  await save();
  const line = await screen.findByRole('alert');
  expect(line).toHaveTextContent('linqiao');
  expect(line).toHaveTextContent('与你正在写的不同： 名称、服务时间');
  expect(screen.getByRole('button', { name: '保存' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: '用我的' }));
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toMatchObject({ text: '猫头鹰！', serviceHours: '09:00–21:00', updateTime: 30 });
});

it('takes the version of the other where that is chosen', async () => {
  const name = await open();
  write(name, '猫头鹰！');
  const theirs = { ...kept, text: '别人的', updateTime: 30 };
  answers.save_branding = [{ code: Code.changedMeanwhile, msg: 'x', data: { now: theirs, by: '', time: 1 } }];
  await save();
  await userEvent.click(await screen.findByRole('button', { name: '用对方的' }));
  await waitFor(() => expect(name).toHaveValue('别人的'));
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
  expect(saved()).toHaveLength(1);
});

it('lets whoever may only look change nothing', async () => {
  expect(await open(['system:branding:list'])).toBeDisabled();
  expect(screen.getByText('你可以查看，没有修改的权限。')).toBeVisible();
});

it('knows what differs and where a refusal belongs', () => {
  const before = fieldsOf(kept);
  expect(changedFields(before, before)).toEqual([]);
  expect(changedFields(before, { ...before, text: 'x', contacts: [] })).toEqual(['text', 'contacts']);
  expect(placeOf('contacts.1.account')).toEqual(['contacts', 1, 'account']);
  expect(placeOf('textEn')).toEqual(['textEn']);
});
