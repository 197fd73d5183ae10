// Picks phones for a dialog or a page: search, pages, this page or all that match, up to a cap; what cannot be picked stays visible with its reason.
import { Button, Checkbox, Input, type InputRef, Tooltip } from 'antd';
import { Search } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import type { Selection } from '../batch/useSelection';
import { Pager } from '../list/Pager';
import { Thumb } from '../phone/Thumb';
import { EmptyState } from '../states/EmptyState';
import { FaultState } from '../states/FaultState';
import { RowSkeletons } from '../states/Skeletons';
import { ShareTicks } from '../Ticks';
import styles from './PhonePicker.module.css';

export interface PickPhone {
  id: number;
  name: string;
  /** For people: the owl id. */
  code: string;
  picture?: ReactNode;
  /** Reason why the phone cannot be picked. */
  blocked?: string | undefined;
  /** Note at the right of the row. */
  note?: ReactNode;
}

export interface PickQuestion {
  keyword: string;
  pageNo: number;
  pageSize: number;
}
export type PickAnswer<P extends PickPhone = PickPhone> =
  | { rows: P[]; total: number; fault?: undefined }
  | { rows?: undefined; total?: undefined; fault: CallFault };

interface Props<P extends PickPhone> {
  /** Answers a page of phones. Must be the same function at every render. */
  source: (question: PickQuestion) => Promise<PickAnswer<P>>;
  /** From `useSelection`, made with the cap as its bound. */
  selection: Selection<P>;
  /** Most that may be picked; with one there is nothing to count. */
  cap: number;
  /** Result for a phone that is picked, behind its note: its new end. */
  outcome?: (id: number) => ReactNode;
  /** The picker stands in a page, which scrolls itself: all rows of a page are seen. */
  whole?: boolean;
}

const PAGE_SIZE = 10;
const TYPING_PAUSE_MS = 350;

export function PhonePicker<P extends PickPhone>({ source, selection, cap, outcome, whole = false }: Props<P>) {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState('');
  const [page, setPage] = useState({ pageNo: 1, pageSize: PAGE_SIZE });
  const [answer, setAnswer] = useState<PickAnswer<P> | null>(null);
  const [round, setRound] = useState(0);
  const typed = useRef(false);
  const field = useRef<InputRef>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again.
  useEffect(() => {
    let current = true;
    const timer = window.setTimeout(
      async () => {
        const got = await source({ keyword, ...page });
        if (current) setAnswer(got);
      },
      typed.current ? TYPING_PAUSE_MS : 0,
    );
    typed.current = false;
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [source, keyword, page, round]);

  const rows = answer?.rows;
  const total = answer?.total ?? 0;
  const pickAll = useCallback(async () => {
    const all = await source({ keyword, pageNo: 1, pageSize: cap });
    if (all.rows)
      selection.setAll(
        all.rows.filter((row) => !row.blocked),
        true,
      );
    else setAnswer(all);
  }, [source, keyword, cap, selection]);

  const again = () => setRound((old) => old + 1);
  const clear = () => {
    setKeyword('');
    setPage((old) => ({ ...old, pageNo: 1 }));
    field.current?.focus();
  };

  return (
    <div className={styles.picker}>
      <Input
        ref={field}
        value={keyword}
        allowClear
        prefix={<Search size={16} strokeWidth={1.6} aria-hidden="true" />}
        placeholder={t('pick.search')}
        aria-label={t('pick.search')}
        onChange={(event) => {
          typed.current = true;
          setKeyword(event.target.value);
          setPage((old) => ({ ...old, pageNo: 1 }));
        }}
      />
      {cap > 1 ? (
        <div className={styles.bar}>
          <PageBox rows={rows} selection={selection} />
          {rows && total > rows.length ? (
            <Button type="link" size="small" onClick={pickAll}>
              {total > cap ? t('pick.firstMatching', { n: cap }) : t('pick.allMatching', { n: total })}
            </Button>
          ) : null}
          <span className={styles.count}>
            <span role="status" className="owl-figures">
              {t('pick.count', { n: selection.rows.length, cap })}
            </span>
            <ShareTicks count={selection.rows.length} cap={cap} />
          </span>
        </div>
      ) : null}
      {answer?.fault ? (
        <FaultState title={t('pick.failed')} fault={answer.fault} onRetry={again} />
      ) : !rows ? (
        <RowSkeletons count={6} />
      ) : rows.length === 0 ? (
        <EmptyState look="half" title={t('pick.none')}>
          <Button onClick={keyword ? clear : again}>{t(keyword ? 'pick.clear' : 'common.refresh')}</Button>
        </EmptyState>
      ) : (
        <ul className={styles.rows} data-whole={whole}>
          {rows.map((row) => (
            <PickRow key={row.id} row={row} selection={selection} outcome={outcome} />
          ))}
        </ul>
      )}
      {rows && total > 0 ? (
        <Pager
          {...page}
          total={total}
          totalWords={t('pick.total', { count: total })}
          onChange={(part) => setPage((old) => ({ ...old, pageNo: 1, ...part }))}
        />
      ) : null}
    </div>
  );
}

interface PageProps<P extends PickPhone> {
  rows: readonly P[] | undefined;
  selection: Selection<P>;
}

function PageBox<P extends PickPhone>({ rows, selection }: PageProps<P>) {
  const { t } = useTranslation();
  const free = (rows ?? []).filter((row) => !row.blocked);
  const picked = free.filter((row) => selection.has(row.id)).length;
  return (
    <Checkbox
      disabled={free.length === 0}
      checked={free.length > 0 && picked === free.length}
      indeterminate={picked > 0 && picked < free.length}
      onChange={(event) => selection.setAll(free, event.target.checked)}
    >
      {t('pick.page')}
    </Checkbox>
  );
}

interface RowProps<P extends PickPhone> {
  row: P;
  selection: Selection<P>;
  outcome: Props<P>['outcome'];
}

function PickRow<P extends PickPhone>({ row, selection, outcome }: RowProps<P>) {
  const picked = selection.has(row.id);
  const comes = picked ? outcome?.(row.id) : null;
  const full = selection.full && !picked;
  return (
    <li className={styles.row} data-picked={picked} data-blocked={row.blocked !== undefined}>
      <Tooltip title={row.blocked ?? ''}>
        <Checkbox
          checked={picked}
          disabled={row.blocked !== undefined || full}
          onChange={() => selection.toggle(row)}
          className={styles.box ?? ''}
        >
          <span className={styles.who}>
            {row.picture === undefined ? null : <Thumb>{row.picture}</Thumb>}
            <span className={styles.words}>
              <b>{row.name}</b>
              <span className="owl-mono">{row.code}</span>
            </span>
            {row.blocked || row.note ? (
              <span className={styles.why}>
                {row.blocked ?? row.note}
                {comes}
              </span>
            ) : null}
          </span>
        </Checkbox>
      </Tooltip>
    </li>
  );
}
