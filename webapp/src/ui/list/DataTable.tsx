// Rows in columns: antd's table on a desk, card rows on a phone. Loaded when first shown. Columns of low priority are hidden when the table
// is narrow; beyond 200 rows only those near the view are rendered, on a phone only those that have been scrolled to.
import { Checkbox, Table, type TableColumnType } from 'antd';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useWide } from '../useWide';
import { useWidth } from '../useWidth';
import { type Column, fittingColumns } from './columns';
import styles from './DataTable.module.css';
import { type Pitch, useNearRows } from './useNearRows';

const WINDOWED_ABOVE = 200;
const ROW_HEIGHT = 54;
/** Rows that are rendered before it is known which are near the view. */
const FIRST = 24;
const CHECK_WIDTH = 40;
/** Card rows that are added each time the end comes near. */
const CHUNK = 50;

export interface DataTableProps<Row extends object> {
  /** Label for screen readers: what the rows are. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => number;
  /** Names a row, for its checkbox and for the button that a row is on a phone. */
  nameOf: (row: Row) => string;
  selection?: { has: (id: number) => boolean; setAll: (rows: readonly Row[], selected: boolean) => void };
  /** Present order of the list. */
  sort?: { by: string; order: 'asc' | 'desc'; onChange: (by: string, order: 'asc' | 'desc') => void };
  /** Double click, or Enter on the row's checkbox; a tap on a phone. */
  onOpen?: (row: Row) => void;
}

export default function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const wide = useWide();
  const [place, width] = useWidth<HTMLDivElement>();
  return (
    <div ref={place} className={styles.place}>
      {wide ? <Wide {...props} width={width} /> : <Narrow {...props} />}
    </div>
  );
}

function Wide<Row extends object>(props: DataTableProps<Row> & { width: number }) {
  return props.rows.length > WINDOWED_ABOVE ? <Windowed {...props} /> : <Whole {...props} />;
}

const pitch: Pitch = { columns: 1, pitch: ROW_HEIGHT, gap: 0 };
const measured = () => pitch;

/** Thousands of rows. Those that fly by are names in the space above and below the table's rows, which stay as they are meanwhile. */
function Windowed<Row extends object>(props: DataTableProps<Row> & { width: number }) {
  const { rows, idOf, nameOf, columns } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const found = useNearRows(body, rows.length, measured);
  const { from, to } = found?.whole ?? { from: 0, to: FIRST };
  const near = found?.near ?? { from: 0, to: 0 };
  const names = (first: number, end: number) =>
    rows.slice(first, Math.max(first, end)).map((row, index) => (
      <div key={idOf(row)} style={{ top: (first + index) * ROW_HEIGHT }}>
        {nameOf(row)}
      </div>
    ));
  const above = { height: from * ROW_HEIGHT, names: names(near.from, Math.min(near.to, from)) };
  const below = { height: (rows.length - to) * ROW_HEIGHT, names: names(Math.max(near.from, to), near.to) };
  // Rows keep their cells' elements, so that React does not render them again when others are added.
  const cells = useMemo(() => columns.map((column) => ({ ...column, render: once(column.render) })), [columns]);
  const whole = useMemo(
    () => <Whole {...props} columns={cells} rows={rows.slice(from, to)} all={rows} />,
    [props, cells, rows, from, to],
  );
  return <Room value={{ place: body, above, below, to }}>{whole}</Room>;
}

/** Caches the result of `make` for each row. */
function once<Row extends object>(make: (row: Row) => ReactNode): (row: Row) => ReactNode {
  const made = new WeakMap<Row, ReactNode>();
  return (row) => {
    if (!made.has(row)) made.set(row, make(row));
    return made.get(row);
  };
}

interface Space {
  height: number;
  names: ReactNode;
}
interface Spaces {
  place: React.RefObject<HTMLTableSectionElement | null>;
  above: Space;
  below: Space;
  /** The first row below. */
  to: number;
}
const Room = createContext<Spaces | null>(null);

/** The rendered rows between spacers for the others. Rows are measured from the top of the body, so the upper spacer is inside it. */
function SpacedBody({ children, ...rest }: ComponentProps<'tbody'>) {
  const room = useContext(Room);
  const space = ({ height, names }: Space, before: number) => (
    <tr className={styles.space}>
      <td style={{ height }}>
        <div aria-hidden="true" style={{ top: -before * ROW_HEIGHT }}>
          {names}
        </div>
      </td>
    </tr>
  );
  return (
    <tbody {...rest} ref={room?.place}>
      {room ? space(room.above, 0) : null}
      {children}
      {room ? space(room.below, room.to) : null}
    </tbody>
  );
}
const spaced = { body: { wrapper: SpacedBody } };

interface WholeProps<Row extends object> extends DataTableProps<Row> {
  width: number;
  /** All rows; `rows` are those of them that are rendered. */
  all?: readonly Row[];
}

function Whole<Row extends object>(props: WholeProps<Row>) {
  const { label, columns, rows, idOf, nameOf, selection, sort, onOpen, width, all = rows } = props;
  const { t } = useTranslation();
  const fitting = fittingColumns(columns, width, selection ? CHECK_WIDTH : 0);
  const growing = fitting.find(({ grows }) => grows) ?? fitting[0];
  const made = fitting.map<TableColumnType<Row>>((column) => ({
    key: column.key,
    title: column.title,
    ...(column === growing ? {} : { width: column.width }),
    ...(column.align ? { align: column.align } : {}),
    render: (_: unknown, row: Row) => column.render(row),
    ...(sort && column.sort
      ? {
          sorter: true,
          showSorterTooltip: false,
          sortOrder:
            sort.by === column.sort ? (sort.order === 'asc' ? ('ascend' as const) : ('descend' as const)) : null,
        }
      : {}),
  }));
  const chosen = selection && all !== rows ? all.filter((row) => selection.has(idOf(row))).length : 0;
  return (
    <Table<Row>
      aria-label={label}
      className={styles.table ?? ''}
      size="medium"
      tableLayout="fixed"
      columns={made}
      dataSource={rows}
      rowKey={(row) => idOf(row)}
      pagination={false}
      components={spaced}
      {...(selection
        ? {
            rowSelection: {
              columnWidth: CHECK_WIDTH,
              selectedRowKeys: rows.filter((row) => selection.has(idOf(row))).map(idOf),
              getCheckboxProps: (row: Row) => ({ 'aria-label': nameOf(row) }),
              // antd's own box at the head knows only of rows that exist.
              ...(all === rows
                ? {}
                : {
                    columnTitle: (
                      <Checkbox
                        aria-label={t('pick.page')}
                        checked={chosen === all.length}
                        indeterminate={chosen > 0 && chosen < all.length}
                        onChange={(event) => selection.setAll(all, event.target.checked)}
                      />
                    ),
                  }),
              onChange: (keys: React.Key[]) => {
                const now = new Set(keys);
                const added = rows.filter((row) => now.has(idOf(row)) && !selection.has(idOf(row)));
                const removed = rows.filter((row) => !now.has(idOf(row)) && selection.has(idOf(row)));
                if (added.length > 0) selection.setAll(added, true);
                if (removed.length > 0) selection.setAll(removed, false);
              },
            },
          }
        : {})}
      onChange={(_page, _filters, sorter, extra) => {
        if (extra.action !== 'sort' || !sort || Array.isArray(sorter)) return;
        const by = columns.find((column) => column.key === sorter.columnKey)?.sort;
        // antd's third click on a column would clear the sort; a list is always sorted.
        if (by) sort.onChange(by, sort.by === by ? (sort.order === 'asc' ? 'desc' : 'asc') : 'asc');
      }}
      onRow={(row) => ({
        onDoubleClick: () => onOpen?.(row),
        onKeyDown: (event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          onOpen?.(row);
        },
      })}
    />
  );
}

/** How many of `total` rows exist: all up to 200; beyond that a chunk more whenever the returned element comes near the view. */
function useGrowing(total: number): [number, (end: HTMLElement | null) => (() => void) | undefined] {
  const [grown, setGrown] = useState(CHUNK);
  const end = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) setGrown((old) => old + CHUNK);
      },
      { rootMargin: '600px' },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return [total > WINDOWED_ABOVE ? Math.min(total, grown) : total, end];
}

/** Texts of a cell without a value. */
const SILENT: ReadonlySet<unknown> = new Set(['', '–', '—']);

const isSilent = <Row,>(column: Column<Row>, row: Row): boolean =>
  SILENT.has(column.csv ? column.csv(row) : column.render(row));

/**
 * A card for each row, a button as a whole where rows open: the first column is its head, those marked `side` stand right of it, the rest are lines; one without a title (actions) is
 * its foot, beside what is marked `bare`.
 */
function Narrow<Row extends object>({ label, columns, rows, idOf, nameOf, selection, onOpen }: DataTableProps<Row>) {
  const { t } = useTranslation();
  const [head, ...rest] = columns;
  const side = rest.filter((column) => column.phone === 'side');
  const lines = rest.filter((column) => column.phone === undefined && column.title !== '');
  const foot = rest.filter((column) => column.phone === undefined && column.title === '');
  const bare = rest.filter((column) => column.phone === 'bare');
  const [shown, end] = useGrowing(rows.length);
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.slice(0, shown).map((row) => (
        <li key={idOf(row)} className={styles.card} data-selected={selection?.has(idOf(row))}>
          {/* Lies below all of the card; what of it cannot be pressed lets a tap through. */}
          {onOpen ? (
            <button
              type="button"
              className={`owl-plain-button ${styles.open}`}
              aria-label={nameOf(row)}
              onClick={() => onOpen(row)}
            />
          ) : null}
          {selection ? (
            <span className={styles.check}>
              <Checkbox
                aria-label={t('pick.one', { name: nameOf(row) })}
                checked={selection.has(idOf(row))}
                onChange={(event) => selection.setAll([row], event.target.checked)}
              />
            </span>
          ) : null}
          <div className={styles.body}>
            <div className={styles.head}>
              <div className={styles.first}>{head?.render(row)}</div>
              {side.map((column) => (
                <div key={column.key}>{column.render(row)}</div>
              ))}
            </div>
            <Lines columns={lines} row={row} />
            <div className={bare.length > 0 ? styles.bare : undefined}>
              {bare
                .filter((column) => !isSilent(column, row))
                .map((column) => (
                  <div key={column.key}>{column.render(row)}</div>
                ))}
              {foot.map((column) => (
                <div key={column.key} className={styles.foot}>
                  {column.render(row)}
                </div>
              ))}
            </div>
          </div>
        </li>
      ))}
      {shown < rows.length ? <li key={shown} ref={end} className={styles.end} aria-hidden="true" /> : null}
    </ul>
  );
}

/** Lines of a card; columns without content are left out. */
function Lines<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const said = columns.filter((column) => !isSilent(column, row));
  if (said.length === 0) return null;
  return (
    <dl className={styles.lines}>
      {said.map((column) => (
        <div key={column.key} className={styles.line}>
          <dt>{column.title}</dt>
          <dd>{column.render(row)}</dd>
        </div>
      ))}
    </dl>
  );
}
