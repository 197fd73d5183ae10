import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Suspense, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mendStyles } from '@/core/chunks';
import { renderIn } from '@/test/render';
import { lazyWithRetry } from './lazyWithRetry';

interface Props {
  open?: boolean;
  onClose?: () => void;
}
const Whole = ({ open = true }: Props) => (open ? <p>whole</p> : null);

/** A script that is there only when told so. */
function script() {
  const state = { there: false, asked: 0 };
  const load = async (): Promise<{ default: ComponentType<Props> }> => {
    state.asked += 1;
    if (!state.there) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: Whole };
  };
  return { state, load };
}

// biome-ignore lint/suspicious/noConsole: React reports what a boundary caught.
afterEach(() => vi.mocked(console.error).mockClear());

const shown = (Part: ComponentType<Props>, props: Props = {}, lang: 'zh-CN' | 'en-US' = 'zh-CN') =>
  renderIn(
    <>
      <p>around</p>
      <Suspense fallback={<p>coming</p>}>
        <Part {...props} />
      </Suspense>
    </>,
    { lang },
  );

function Owner({ part: Part }: { part: ComponentType<Props> }) {
  const [wanted, setWanted] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setWanted(true)}>
        want
      </button>
      <Suspense fallback={null}>{wanted ? <Part onClose={() => setWanted(false)} /> : null}</Suspense>
    </>
  );
}

let breaks = true;
function Breakable() {
  if (breaks) throw { kind: 'code', code: 500, message: '系统异常', requestId: '7f3a-91c2' };
  return <p>whole</p>;
}

describe('a part that does not come', () => {
  it.each([
    ['zh-CN', 'area', '这部分没有打开', '重试'],
    ['en-US', 'area', 'This part could not be loaded', 'Retry'],
    ['zh-CN', 'over', '这部分没有打开', '重试'],
    ['en-US', 'over', 'This part could not be loaded', 'Retry'],
  ] as const)(
    'leaves what is around it, says so, and comes at another try: %s, %s',
    async (lang, place, words, retry) => {
      const { state, load } = script();
      await shown(lazyWithRetry(load, place), {}, lang);
      expect(await screen.findByRole('alert')).toHaveTextContent(words);
      expect(screen.getByText('around')).toBeVisible();
      expect(state.asked).toBe(1);
      await userEvent.click(screen.getByRole('button', { name: retry }));
      await waitFor(() => expect(state.asked).toBe(2));
      expect(await screen.findByRole('alert')).toBeVisible();
      state.there = true;
      await userEvent.click(screen.getByRole('button', { name: retry }));
      expect(await screen.findByText('whole')).toBeVisible();
      expect(screen.queryByRole('alert')).toBeNull();
      expect(state.asked).toBe(3);
    },
  );

  it('is a button among others where there is no room for more', async () => {
    const { state, load } = script();
    await shown(lazyWithRetry(load, 'button'));
    const retry = await screen.findByRole('button', { name: '重试' });
    expect(retry).toHaveAttribute('title', '这部分没有打开');
    state.there = true;
    await userEvent.click(retry);
    expect(await screen.findByText('whole')).toBeVisible();
  });

  it('comes by itself when the network is back', async () => {
    const { state, load } = script();
    await shown(lazyWithRetry(load));
    await screen.findByRole('alert');
    state.there = true;
    // The part listens a moment after it is shown: it is told until it has heard.
    await waitFor(() => {
      fireEvent(window, new Event('online'));
      expect(screen.getByText('whole')).toBeVisible();
    });
  });

  it('over the page can be closed, and is asked for once more when it is wanted again', async () => {
    const { state, load } = script();
    const Part = lazyWithRetry(load, 'over');
    await renderIn(<Owner part={Part} />);
    await screen.findByRole('alert');
    await userEvent.click(screen.getByRole('button', { name: '关闭' }));
    expect(screen.queryByRole('alert')).toBeNull();
    state.there = true;
    await userEvent.click(screen.getByRole('button', { name: 'want' }));
    expect(await screen.findByText('whole')).toBeVisible();
    expect(state.asked).toBe(2);
  });

  it('over the page says nothing while it is closed', async () => {
    const { load } = script();
    const Closed = lazyWithRetry(load, 'over');
    const Open = lazyWithRetry(load, 'over');
    await renderIn(
      <>
        <Closed open={false} />
        <Open />
      </>,
    );
    await screen.findByRole('alert');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });
});

it.each([
  ['zh-CN', '正在加载'],
  ['en-US', 'Loading'],
] as const)(
  'a dialog that takes its time says that it is coming, while it is open and waited for: %s',
  async (lang, words) => {
    const come: (() => void)[] = [];
    const load = () =>
      new Promise<{ default: ComponentType<Props> }>((resolve) => come.push(() => resolve({ default: Whole })));
    const Open = lazyWithRetry(load, 'over');
    const Closed = lazyWithRetry(load, 'over');
    const Quiet = lazyWithRetry(load, 'quiet');
    await renderIn(
      <>
        <p>around</p>
        <Closed open={false} />
        <Suspense fallback={null}>
          <Quiet />
        </Suspense>
        <Open />
      </>,
      { lang },
    );
    expect(screen.queryByText(words)).toBeNull();
    expect(await screen.findByText(words)).toHaveRole('status');
    expect(screen.getAllByText(words)).toHaveLength(1);
    expect(screen.getByText('around')).toBeVisible();
    act(() => {
      for (const each of come) each();
    });
    await waitFor(() => expect(screen.getAllByText('whole')).toHaveLength(2));
    expect(screen.queryByText(words)).toBeNull();
  },
);

it('a part that breaks by itself is shown anew without being loaded again', async () => {
  let asked = 0;
  breaks = true;
  await shown(
    lazyWithRetry(async () => {
      asked += 1;
      return { default: Breakable };
    }),
  );
  expect(await screen.findByText('请求号 7f3a-91c2')).toBeVisible();
  breaks = false;
  await userEvent.click(screen.getByRole('button', { name: '重试' }));
  expect(await screen.findByText('whole')).toBeVisible();
  expect(asked).toBe(1);
});

it('a style that did not come is asked for once more, and again when it still does not', async () => {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: '/app/assets/Part.css' });
  document.head.append(link);
  const styles = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[href$="Part.css"]')];
  fireEvent(link, new Event('error'));
  const first = mendStyles();
  expect(styles()).toHaveLength(1);
  expect(styles()[0]).not.toBe(link);
  fireEvent(styles()[0] as HTMLLinkElement, new Event('error'));
  await expect(first).rejects.toThrow('Part.css');
  const second = mendStyles();
  fireEvent(styles()[0] as HTMLLinkElement, new Event('load'));
  await expect(second).resolves.toBeUndefined();
  await mendStyles();
  expect(styles()).toHaveLength(1);
});
