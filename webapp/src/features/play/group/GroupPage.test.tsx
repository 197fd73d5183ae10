import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '@/app/store';
import { operations } from '@/contract/operations';
import { api } from '@/core/api';
import type { Phone } from '@/features/phones/api';
import { samplePhone } from '@/features/phones/sample.test-kit';
import { renderIn } from '@/test/render';
import * as control from './GroupControl';
import GroupPage from './GroupPage';
import { useSync } from './useSync';

const PHONES = operations.list_phones[1];
let mine: Phone[] = [];

beforeEach(() => {
  mine = [];
  vi.spyOn(control, 'GroupControl').mockImplementation(() => <div />);
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', (url: string) => {
    // Nothing else matters here.
    if (!url.startsWith(PHONES)) return new Promise(() => {});
    const data = { list: mine, total: mine.length, notFound: [], summary: {}, now: Date.now() };
    return Promise.resolve(Response.json({ code: 0, msg: '', data }));
  });
});
afterEach(() => {
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join();

describe('an address that is no group', () => {
  it.each([
    ['', '还没有选择云手机'],
    ['?ids=x', '还没有选择云手机'],
    ['?ids=7&master=7', '群控至少需要 2 台'],
    [`?ids=${ids(301)}`, '群控最多 300 台'],
  ])('%s says so and leads back', async (query, title) => {
    await renderIn(<GroupPage />, { at: `/groupControl${query}` });
    expect(screen.getByRole('heading', { level: 2, name: title })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: '群控' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '返回列表' }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/index');
  });

  it('of phones that are not mine says how many', async () => {
    mine = [samplePhone({ phoneId: 1 })];
    await renderIn(<GroupPage />, { at: '/groupControl?ids=1,2,3&master=1' });
    expect(await screen.findByRole('heading', { level: 2, name: '2 台不在你的云手机里' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /继续/ }), 'one phone is no group').not.toBeInTheDocument();
  });

  it('goes on with those that are mine, under one that can be played', async () => {
    mine = [samplePhone({ phoneId: 1, businessStatus: 3 }), samplePhone({ phoneId: 2 })];
    await renderIn(<GroupPage />, { at: '/groupControl?ids=1,2,3&master=3' });
    await userEvent.click(await screen.findByRole('button', { name: '用其余 2 台继续' }));
    expect(screen.getByLabelText('here')).toHaveTextContent('/groupControl?ids=1,2&master=2');
  });
});

function Switched() {
  const [sync] = useSync();
  return <output>{sync ? 'in sync' : 'apart'}</output>;
}

it('F8 changes whether they are in sync, wherever the focus is, once a press', () => {
  render(
    <>
      <input aria-label="field" />
      <Switched />
    </>,
  );
  const said = () => screen.getByRole('status').textContent;
  expect(said()).toBe('in sync');
  const field = screen.getByLabelText('field');
  expect(fireEvent.keyDown(field, { key: 'F8' }), 'the browser does nothing with it').toBe(false);
  expect(said()).toBe('apart');
  fireEvent.keyDown(field, { key: 'F8', repeat: true });
  fireEvent.keyDown(field, { key: 'F8', ctrlKey: true });
  fireEvent.keyDown(field, { key: 'F7' });
  expect(said()).toBe('apart');
  fireEvent.keyDown(window, { key: 'F8' });
  expect(said()).toBe('in sync');
});
