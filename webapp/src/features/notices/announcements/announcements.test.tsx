import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { cssVars } from '@/app/tokens';
import { AnswerCode } from '@/contract/constants';
import { api } from '@/core/api';
import { beginSession, endSession } from '@/core/session';
import { operationOf } from '@/test/calls';
import { renderIn } from '@/test/render';
import { RightsProvider } from '@/ui/rights/Gate';
import AnnouncementsPage from './AnnouncementsPage';
import type { Announcement } from './api';

let sent: { name: string; body: Record<string, unknown> | null }[] = [];
let rows: Announcement[] = [];
let reached = 312;
/** Version of another operator, which the next change is told of. */
let meanwhile: Announcement | null = null;
let refusal: { call?: string; field: string; msg: string } | null = null;

const row = (id: number, state: string, more: Partial<Announcement> = {}): Announcement => ({
  id,
  msgType: 3,
  contentType: 2,
  titleZh: `公告 ${id}`,
  titleEn: `Notice ${id}`,
  contentZh: '<p>今晚</p>',
  contentEn: '<p>Tonight</p>',
  pictureZh: '',
  pictureEn: '',
  fromTime: 1_795_000_000_000,
  untilTime: null,
  popFrequency: 2,
  popPriority: 10,
  audience: 1,
  memberIds: [],
  configurationId: null,
  subAccounts: true,
  state,
  seen: 12,
  createTime: 1_795_000_000_000,
  updateTime: 1_795_000_000_000,
  ...more,
});

beforeEach(() => {
  reached = 312;
  meanwhile = null;
  [sent, rows, refusal] = [[], [row(1, 'draft'), row(2, 'live'), row(3, 'withdrawn')], null];
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: unknown }) => {
    const name = operationOf(url, init.method);
    sent.push({
      name,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : null,
    });
    if (meanwhile && name === 'update_announcement') {
      const data = { by: 'lin', time: 1_795_000_100_000, now: meanwhile };
      meanwhile = null;
      return new Response(JSON.stringify({ code: AnswerCode.CHANGED_MEANWHILE, msg: '', data }));
    }
    const refused = refusal?.call ? [refusal.call] : ['create_announcement', 'add_announcement_picture'];
    if (refusal && refused.includes(name)) {
      const { field, msg } = refusal;
      return new Response(JSON.stringify({ code: 400, msg, data: { field } }));
    }
    const answers: Record<string, unknown> = {
      list_announcements: { list: rows, total: rows.length },
      count_audience: reached,
      list_configurations: { list: [] },
      create_announcement: { id: 9 },
      update_announcement: row(9, 'draft'),
    };
    return new Response(JSON.stringify({ code: 0, msg: '', data: answers[name] ?? true }));
  });
  beginSession({ userId: 7, accessToken: 'a', refreshToken: '', expiresTime: 0 });
});

afterEach(() => {
  store.dispatch(api.util.resetApiState());
  endSession('left');
  vi.unstubAllGlobals();
});

const calls = (name: string) => sent.filter((each) => each.name === name);
const open = async (permissions = ['system:notice:list', 'system:notice:edit']) => {
  const page = (
    <RightsProvider value={{ permissions, roles: ['admin'] }}>
      <AnnouncementsPage />
    </RightsProvider>
  );
  await renderIn(page, { at: '/operator/announcements' });
  await screen.findByText('公告 1');
};
const type = async (label: RegExp, text: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
};

it('offers what the state of each allows, and publishes a draft once its number of readers is confirmed', async () => {
  await open();
  expect(screen.getByRole('button', { name: '编辑“公告 1”' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '撤回“公告 2”' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /公告 3/ })).toBeNull();
  expect(screen.queryByRole('button', { name: '发布“公告 2”' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '发布“公告 1”' }));
  const confirm = within(await screen.findByRole('dialog', { name: '把“公告 1”发布给 312 人？' }));
  expect(calls('publish_announcement')).toEqual([]);
  await userEvent.click(confirm.getByRole('button', { name: '发布给 312 人' }));
  await waitFor(() => expect(calls('publish_announcement').map(({ body }) => body)).toEqual([{ id: 1 }]));
});

it('says what saving and publishing will do, and what members see before and after', async () => {
  rows = [row(1, 'draft'), row(2, 'live', { untilTime: 1_895_000_000_000 }), row(3, 'withdrawn', { seen: 281 })];
  await open();
  await userEvent.click(screen.getByRole('button', { name: '编辑“公告 2”' }));
  const effect = within(await screen.findByRole('region', { name: '发布影响' }));
  expect(await effect.findByText('保存后，312 名会员立即看到新内容')).toBeInTheDocument();
  expect(effect.getByText('中英文内容齐全')).toBeInTheDocument();
  expect(effect.getByText('弹窗会再次弹出，关闭过的会员也会看到')).toBeInTheDocument();
  expect(effect.getByText(/自动结束$/)).toBeInTheDocument();
  expect(effect.getByText('已有 281 人看过')).toBeInTheDocument();
  await type(/标题 · 简体中文/, '新标题');
  expect(await effect.findByText('新标题')).toBeInTheDocument();
  expect(effect.getByText('公告 2')).toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText(/标题 · English/));
  expect(await effect.findByText('英文内容尚未填写完整')).toBeInTheDocument();
});

it('says of a draft that nobody sees it, and of one without readers that it reaches nobody', async () => {
  reached = 0;
  await open();
  await userEvent.click(screen.getByRole('button', { name: '编辑“公告 1”' }));
  const effect = within(await screen.findByRole('region', { name: '发布影响' }));
  expect(await effect.findByText('目前没有会员会收到')).toBeInTheDocument();
  expect(effect.getByText('保存后仅为草稿，发布前会员看不到')).toBeInTheDocument();
  expect(effect.getByText('尚未看到')).toBeInTheDocument();
  expect(effect.queryByText(/立即看到/)).toBeNull();
});

it('lets those who may only read change nothing', async () => {
  await open(['system:notice:list']);
  expect(screen.queryByRole('button', { name: /写公告|编辑|发布|撤回/ })).toBeNull();
});

it('writes in both languages beside a preview, and says a refusal beside its field', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: '写公告' }));
  await type(/标题 · 简体中文/, '维护');
  await type(/标题 · English/, 'Maintenance');
  await type(/正文 · 简体中文/, '今晚<b>维护</b>');
  await type(/正文 · English/, 'Tonight');
  const preview = await screen.findByRole('region', { name: '预览' });
  expect(within(preview).getByText('维护', { selector: 'b' })).toBeInTheDocument();
  expect(await screen.findByText('当前 312 人')).toBeInTheDocument();
  // In the member's other theme, and as wide as a phone.
  const stage = within(preview).getByRole('article').parentElement;
  expect(stage).toHaveAttribute('data-mode', 'light');
  fireEvent.click(within(preview).getByRole('radio', { name: '深色' }));
  fireEvent.click(within(preview).getByRole('radio', { name: '手机' }));
  expect(stage).toHaveAttribute('data-mode', 'dark');
  expect(stage).toHaveAttribute('data-room', 'phone');
  expect(stage?.style.getPropertyValue('--owl-surface')).toBe(cssVars('dark')['--owl-surface']);
  fireEvent.click(screen.getByRole('radio', { name: /弹窗.*打开列表时弹出/ }));
  fireEvent.click(await screen.findByText('仅一次'));
  const order = screen.getByRole('list', { name: '弹窗顺序' });
  const names = () =>
    within(order)
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  await waitFor(() => expect(names()).toEqual(['10公告 2', '20维护']));
  await userEvent.click(within(order).getByRole('button', { name: '提前一位' }));
  expect(names()).toEqual(['10维护', '20公告 2']);
  refusal = { field: 'contentEn', msg: '内容不能包含脚本' };
  await userEvent.click(screen.getByRole('button', { name: '存为草稿' }));
  expect(await screen.findByText('内容不能包含脚本')).toBeInTheDocument();
  refusal = null;
  await userEvent.click(screen.getByRole('button', { name: '存为草稿' }));
  await waitFor(() => expect(calls('create_announcement')).toHaveLength(2));
  expect(calls('create_announcement')[1]?.body).toMatchObject({
    msgType: 3,
    popFrequency: 3,
    contentType: 2,
    titleZh: '维护',
    titleEn: 'Maintenance',
    contentZh: '今晚<b>维护</b>',
    audience: 1,
    subAccounts: true,
  });
  await waitFor(() => expect(calls('order_popups').map(({ body }) => body)).toEqual([{ ids: [9, 2] }]));
});

it('keeps and publishes what is written in one step, and tries a refused publication again without a second draft', async () => {
  refusal = { call: 'publish_announcement', field: '', msg: '发布失败' };
  await open();
  await userEvent.click(screen.getByRole('button', { name: '写公告' }));
  await type(/标题 · 简体中文/, '维护');
  await type(/标题 · English/, 'Maintenance');
  const publish = await screen.findByRole('button', { name: '发布给 312 人' });
  await userEvent.click(publish);
  expect(await screen.findByText('发布失败')).toBeInTheDocument();
  refusal = null;
  await userEvent.click(publish);
  await waitFor(() => expect(calls('publish_announcement')).toHaveLength(2));
  expect(calls('publish_announcement')[1]?.body).toEqual({ id: 9 });
  expect(calls('create_announcement')).toHaveLength(1);
  expect(calls('update_announcement').map(({ body }) => body)).toMatchObject([{ id: 9, titleZh: '维护' }]);
});

it('tells the second of two who change one at once, and writes over the other version only where that is chosen', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: '编辑“公告 2”' }));
  await type(/标题 · 简体中文/, '我的标题');
  meanwhile = row(2, 'live', { titleZh: '对方的标题', contentEn: '<p>Later</p>', updateTime: 1_795_000_100_000 });
  const save = screen.getByRole('button', { name: '保存' });
  await userEvent.click(save);
  expect(await screen.findByText(/lin 在 .* 改过/)).toBeInTheDocument();
  expect(screen.getByText('对方的版本不同之处：标题 · 简体中文、正文 · English')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: '用对方的' }));
  expect(screen.getByLabelText(/标题 · 简体中文/)).toHaveValue('对方的标题');
  meanwhile = row(2, 'live', { titleZh: '又改了', updateTime: 1_795_000_200_000 });
  await type(/标题 · 简体中文/, '我的标题');
  await userEvent.click(save);
  await userEvent.click(await screen.findByRole('button', { name: '用我的' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first, second, third] = calls('update_announcement').map(({ body }) => body);
  expect(first?.updateTime).toBe(1_795_000_000_000);
  expect(second?.updateTime).toBe(1_795_000_100_000);
  expect(third).toMatchObject({ id: 2, titleZh: '我的标题', updateTime: 1_795_000_200_000 });
});

it('shows from when until when it is seen, in ticks as long as the time needs', async () => {
  const now = Date.now();
  const hours = (count: number) => now + count * 3_600_000;
  const shown = () => [...document.querySelectorAll('[data-shown]')].map((tick) => tick.getAttribute('data-shown'));
  rows = [row(1, 'draft', { fromTime: hours(6), untilTime: hours(30) })];
  await open();
  await userEvent.click(screen.getByRole('button', { name: '编辑“公告 1”' }));
  expect(await screen.findByText('一格 3 小时')).toBeInTheDocument();
  // Two ticks stand before now; the moments are those of the minute.
  const [first, last] = [shown().indexOf('true'), shown().lastIndexOf('true')];
  expect(first).toBeGreaterThanOrEqual(3);
  expect(first).toBeLessThanOrEqual(4);
  expect(last - first).toBeGreaterThanOrEqual(7);
  expect(last - first).toBeLessThanOrEqual(8);
  await userEvent.keyboard('{Escape}');
  cleanup();
  rows = [row(1, 'draft', { fromTime: hours(6), untilTime: hours(24 * 20) })];
  store.dispatch(api.util.resetApiState());
  await open();
  await userEvent.click(screen.getByRole('button', { name: '编辑“公告 1”' }));
  expect(await screen.findByText('一格 12 小时')).toBeInTheDocument();
});

it('says beside its field that a title has 1 to 50 characters, and sends nothing until it has', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: '写公告' }));
  const save = () => userEvent.click(screen.getByRole('button', { name: '存为草稿' }));
  const field = (label: RegExp) => within(screen.getByLabelText(label).closest('.ant-form-item') as HTMLElement);
  await type(/标题 · 简体中文/, '字'.repeat(51));
  await type(/标题 · English/, 'Maintenance');
  await save();
  expect(await field(/标题 · 简体中文/).findByText('标题最多 50 个字')).toBeInTheDocument();
  await type(/标题 · 简体中文/, ' ');
  await save();
  expect(await field(/标题 · 简体中文/).findByText('请输入标题')).toBeInTheDocument();
  expect(calls('create_announcement')).toEqual([]);
  await type(/标题 · 简体中文/, '字'.repeat(50));
  // A fault that only the server can judge stands beside its field, too.
  refusal = { field: 'contentZh', msg: '内容不能包含脚本' };
  await save();
  expect(await field(/正文 · 简体中文/).findByText('内容不能包含脚本')).toBeInTheDocument();
  expect(calls('create_announcement')).toHaveLength(1);
});

it('says beside its field that the end comes after the start, and changes nothing', async () => {
  const fromTime = Date.UTC(2099, 0, 2);
  rows = [row(1, 'draft', { fromTime, untilTime: fromTime })];
  await open();
  await userEvent.click(screen.getByRole('button', { name: '编辑“公告 1”' }));
  await screen.findByLabelText(/标题 · 简体中文/);
  await userEvent.click(screen.getByRole('button', { name: '存为草稿' }));
  const until = screen.getByLabelText(/结束时间/).closest('.ant-form-item') as HTMLElement;
  expect(await within(until).findByText('结束时间必须晚于开始时间')).toBeInTheDocument();
  expect(calls('update_announcement')).toEqual([]);
});

it('says beside the picture that a file is none, and keeps none', async () => {
  refusal = { field: '', msg: '图片格式不支持' };
  rows = [row(1, 'draft', { contentType: 1, contentZh: '', contentEn: '' })];
  await open();
  await userEvent.click(await screen.findByRole('button', { name: '编辑“公告 1”' }));
  const file = await screen.findByLabelText('选择图片 · 简体中文');
  await userEvent.upload(file, new File(['<svg onload=alert(1)>'], 'a.png', { type: 'image/png' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('图片格式不支持');
  expect(screen.queryByRole('img', { name: '简体中文' })).toBeNull();
});
