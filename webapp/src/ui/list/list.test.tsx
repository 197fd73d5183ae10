import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { windowOf } from '@/test/media';
import { renderIn } from '@/test/render';
import { type Column, chosenColumns, fittingColumns, tableCsv } from './columns';
import DataTable from './DataTable';
import { ListPage, type ListPageProps } from './ListPage';
import { Pager } from './Pager';
import { listCodec, oneOf, textFilter, useUrlState } from './urlState';
import { useColumnChoice } from './useColumnChoice';
import { useTypedSearch } from './useTypedSearch';

const codec = listCodec({ q: textFilter(), state: oneOf('all', 'paid', 'refunded') }, 10);
const read = (query: string) => codec.read(new URLSearchParams(query));

function Filters() {
  const [, change] = useUrlState(codec);
  const both = () => {
    change({ q: 'x' });
    change({ state: 'paid' });
  };
  return (
    <button type="button" onClick={both}>
      both
    </button>
  );
}

describe('a list in the address', () => {
  it.each(['', 'q=a&state=paid', 'state=refunded&size=50&page=3'])('reads back what it wrote: %s', (query) => {
    expect(codec.write(read(query)).toString()).toBe(query);
  });

  it.each(['state=nonsense', 'page=0', 'size=11', 'page=1e3', 'q=+++'])('writes nothing of nonsense: %s', (query) => {
    expect(codec.write(read(query)).toString()).toBe('');
  });

  it('begins at the first page when a filter changes', () => {
    expect(codec.change(read('page=3'), { q: 'x' }).pageNo).toBe(1);
    expect(codec.change(read('page=3'), { pageNo: 4 }).pageNo).toBe(4);
  });

  it('keeps two changes of which the second comes before the first is shown', async () => {
    await renderIn(<Filters />);
    await userEvent.click(screen.getByRole('button', { name: 'both' }));
    await waitFor(() => expect(screen.getByLabelText('here')).toHaveTextContent('/?q=x&state=paid'));
  });
});

describe('a typed search', () => {
  it('is searched once where it is asked at once, though the address shows it late', () => {
    vi.useFakeTimers();
    const onSearch = vi.fn();
    const { result } = renderHook(() => useTypedSearch('', onSearch));
    act(() => result.current.setDraft('x'));
    act(() => result.current.search('x'));
    act(() => void vi.runAllTimers());
    expect(onSearch.mock.calls).toEqual([['x']]);
    act(() => result.current.setDraft('xy'));
    act(() => void vi.runAllTimers());
    expect(onSearch.mock.calls).toEqual([['x'], ['xy']]);
    vi.useRealTimers();
  });
});

type Row = { name: string; note: string };
const column = (key: string, more: Partial<Column<Row>> = {}): Column<Row> => ({
  key,
  title: key,
  width: 100,
  render: () => key,
  ...more,
});

describe('columns', () => {
  const all = [
    column('name'),
    column('tags', { leaves: 1 }),
    column('system', { leaves: 2 }),
    column('carrier', { leaves: 3 }),
  ];
  const keys = (columns: Column<Row>[]) => columns.map(({ key }) => key).join();

  it('leave one by one when it is narrow, and the fixed ones never', () => {
    expect(keys(fittingColumns(all, 400))).toBe('name,tags,system,carrier');
    expect(keys(fittingColumns(all, 399))).toBe('name,tags,system');
    expect(keys(fittingColumns(all, 250))).toBe('name,tags');
    expect(keys(fittingColumns(all, 50))).toBe('name');
    expect(keys(fittingColumns(all, 0))).toBe('name,tags,system,carrier');
  });

  it('are hidden by choice, but for those that must stay', () => {
    const some = [column('name', { fixed: true }), column('tags')];
    expect(keys(chosenColumns(some, ['name', 'tags']))).toBe('name');
  });

  it('that were hidden are hidden on the next visit; nonsense hides none', () => {
    const visit = () => renderHook(() => useColumnChoice('phones')).result;
    const choice = visit();
    act(() => choice.current[1](['tags']));
    expect([choice.current[0], visit().current[0]]).toEqual([['tags'], ['tags']]);
    for (const nonsense of ['{', '7', '[1]']) {
      localStorage.setItem('columns:phones', nonsense);
      expect(visit().current[0], nonsense).toEqual([]);
    }
  });

  it('make a file that runs no formula', () => {
    const written = [
      column('name', { csv: (row) => row.name }),
      column('x'),
      column('note', { csv: (row) => row.note }),
    ];
    expect(tableCsv(written, [{ name: 'a,b', note: '=1+1' }])).toBe('name,note\r\n"a,b",\'=1+1');
  });
});

describe('a table', () => {
  const rows = [
    { name: 'one', note: 'well' },
    { name: 'two', note: '' },
  ];
  const table = (wide: boolean, onOpen?: (row: Row) => void) => {
    windowOf({ wide });
    const chosen = vi.fn();
    const shown = renderIn(
      <DataTable<Row>
        label="订单"
        columns={[
          column('name', { render: (row) => row.name }),
          column('note', { render: (row) => row.note }),
          column('actions', { title: '', render: (row) => <button type="button">{`delete ${row.name}`}</button> }),
        ]}
        rows={rows}
        idOf={(row) => rows.indexOf(row)}
        nameOf={(row) => row.name}
        selection={{ has: () => false, setAll: chosen }}
        {...(onOpen ? { onOpen } : {})}
      />,
    );
    return { chosen, shown };
  };

  it('has on a phone a button for each row, beside its box and its actions, and no line without a value', async () => {
    const open = vi.fn();
    const { chosen, shown } = table(false, open);
    await shown;
    expect(screen.getAllByRole('term')).toHaveLength(1);
    await userEvent.click(screen.getByRole('checkbox', { name: '选择 two' }));
    await userEvent.click(screen.getByRole('button', { name: 'delete two' }));
    expect(open).not.toHaveBeenCalled();
    expect(chosen).toHaveBeenCalledExactlyOnceWith([rows[1]], true);
    await userEvent.click(screen.getByRole('button', { name: 'two' }));
    expect(open).toHaveBeenCalledExactlyOnceWith(rows[1]);
    screen.getByRole('button', { name: 'one' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(open).toHaveBeenLastCalledWith(rows[0]);
  });

  it('has none where rows do not open, and on a desk', async () => {
    const { shown } = table(false);
    (await shown).unmount();
    expect(screen.queryByRole('button', { name: 'two' })).toBeNull();
    await table(true, vi.fn()).shown;
    expect(await screen.findByText('well')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'two' })).toBeNull();
  });
});

describe('a list page', () => {
  const page = (props: Partial<ListPageProps<string>> = {}) =>
    renderIn(
      <ListPage<string>
        title="订单"
        rows={['one']}
        onRetry={() => {}}
        failed="列表没有加载出来"
        empty={{ title: '还没有订单' }}
        skeleton={<p>…</p>}
        {...props}
      >
        {(rows) => rows.map((row) => <article key={row}>{row}</article>)}
      </ListPage>,
    );

  it('shows its rows, else the first of: fault, skeleton, no match, nothing', async () => {
    const fault = { kind: 'code', code: 500, message: '系统异常', requestId: '7f3a' } as const;
    const unmatched = { title: '没有符合条件的', step: { label: '清除', onClick: vi.fn() } };
    (await page()).unmount();
    const failed = await page({ rows: undefined, fault });
    expect(screen.getByText('请求号 7f3a')).toBeVisible();
    failed.unmount();
    const waiting = await page({ rows: undefined, fault, fetching: true });
    expect(screen.getByText('…')).toBeVisible();
    waiting.unmount();
    const none = await page({ rows: [], unmatched });
    await userEvent.click(screen.getByRole('button', { name: '清除' }));
    expect(unmatched.step.onClick).toHaveBeenCalledOnce();
    none.unmount();
    await page({ rows: [] });
    expect(screen.getByRole('heading', { name: '还没有订单' })).toBeVisible();
  });
});

describe('the pager', () => {
  it('says the total and leads on', async () => {
    const onChange = vi.fn();
    await renderIn(<Pager pageNo={1} pageSize={10} total={26} totalWords="共 26 条" onChange={onChange} />);
    expect(screen.getByText('共 26 条')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /next|right/i }));
    expect(onChange).toHaveBeenCalledWith({ pageNo: 2 });
  });

  it('has on a desk the sizes 10, 20, 30 and 50, and a field to jump', async () => {
    windowOf({ wide: true });
    const onChange = vi.fn();
    const { container } = await renderIn(
      <Pager pageNo={1} pageSize={10} total={126} totalWords="共 126 条" onChange={onChange} />,
    );
    const jump = container.querySelector('.ant-pagination-options-quick-jumper input') as HTMLElement;
    await userEvent.type(jump, '13');
    // antd hears this key by its old number.
    fireEvent.keyUp(jump, { keyCode: 13 });
    expect(onChange).toHaveBeenCalledWith({ pageNo: 13 });
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '每页条数' }));
    const sizes = () => [...document.querySelectorAll('.ant-select-item-option')].map((each) => each.textContent);
    await waitFor(() => expect(sizes()).toEqual(['10 条/页', '20 条/页', '30 条/页', '50 条/页']));
    await userEvent.click(screen.getByTitle('50 条/页'));
    expect(onChange).toHaveBeenLastCalledWith({ pageSize: 50 });
  });
});
