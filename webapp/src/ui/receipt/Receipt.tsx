// The receipt of a batch: a block for each phone, counts that filter, and a lane for each phone with its steps. What failed comes first
// with its reason and its retry. Fed by plain values; it asks nothing itself. Closing it never stops the work.
import { Button } from 'antd';
import { ChevronDown, Copy as CopyIcon, Download, RotateCcw } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/core/rules';
import { useCopy } from '../copy/Copy';
import { CopyId } from '../copy/CopyId';
import { ChangeButton } from '../rights/ChangeButton';
import { saveText } from '../saveText';
import { useNow } from '../time/useNow';
import { LaneRow } from './LaneRow';
import { countLanes, type Lane, type LaneState, laneFill, lanesCsv, lanesText, sortLanes } from './lanes';
import styles from './Receipt.module.css';

const DONE_SHOWN = 4;
const FILTERS = ['failed', 'running', 'queued', 'done', 'cancelled'] as const satisfies readonly LaneState[];

export interface ReceiptProps {
  /** Name of the operation: "Reboot". */
  title: string;
  /** The batch's id, for people and operators. */
  code: string;
  /** When it was asked for, Unix ms. */
  startedAt: number;
  /** Further facts of the batch: who agreed to what before it. */
  note?: string | undefined;
  /** In the order in which they were asked for. */
  lanes: readonly Lane[];
  /** Retries these; left out when nothing may be retried. */
  onRetry?: ((ids: number[]) => void) | undefined;
  /** Those of the failed for which trying again can help; all of them unless given. */
  retryable?: readonly number[];
  /** Further buttons for the batch, beside the retry. */
  also?: ReactNode;
}

export function Receipt({ title, code, startedAt, note, lanes, onRetry, retryable, also }: ReceiptProps) {
  const { t } = useTranslation();
  const now = useNow(1000);
  const copy = useCopy();
  const [filter, setFilter] = useState<LaneState | 'all'>('all');
  const [allDone, setAllDone] = useState(false);
  const counts = useMemo(() => countLanes(lanes), [lanes]);
  const sorted = useMemo(() => sortLanes(lanes), [lanes]);

  const wanted = sorted.filter((lane) => filter === 'all' || lane.state === filter);
  const folded = filter === 'all' && !allDone && counts.done > DONE_SHOWN + 1;
  let done = 0;
  const shown = folded ? wanted.filter((lane) => lane.state !== 'done' || ++done <= DONE_SHOWN) : wanted;
  const failed = lanes
    .filter((lane) => lane.state === 'failed' && (retryable?.includes(lane.id) ?? true))
    .map((lane) => lane.id);
  const stateWords = (state: LaneState) => t(`receipt.${state}`);

  const save = () => {
    const heads = [t('receipt.phone'), 'ID', t('receipt.state'), t('receipt.words'), t('receipt.time')];
    saveText(`${code}.csv`, lanesCsv(lanes, heads, stateWords, Date.now()));
  };

  return (
    <div className={styles.receipt}>
      <div className={styles.top}>
        <h2 className={styles.title}>
          {title} <span className={styles.number}>・ {t('receipt.phones', { count: lanes.length })}</span>
        </h2>
        <p className={styles.facts}>
          <CopyId id={code} />
          <span className="owl-figures">{t('receipt.startedAt', { time: formatTime(startedAt) })}</span>
        </p>
        {note ? <p className={`${styles.facts} owl-figures`}>{note}</p> : null}
        <Strip lanes={lanes} now={now} />
        <div className={styles.filters}>
          <Filter
            on={filter === 'all'}
            label={t('receipt.all')}
            count={lanes.length}
            onClick={() => setFilter('all')}
          />
          {FILTERS.filter((state) => counts[state] > 0).map((state) => (
            <Filter
              key={state}
              state={state}
              on={filter === state}
              label={stateWords(state)}
              count={counts[state]}
              onClick={() => setFilter(state)}
            />
          ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, by keyboard too where nothing in it takes the focus. */}
      <ul className={styles.lanes} tabIndex={0} aria-label={t('receipt.lanes')}>
        {shown.map((lane) => (
          <LaneRow key={lane.id} lane={lane} now={now} />
        ))}
        {folded ? (
          <li className={styles.fold}>
            <Button type="text" size="small" icon={<ChevronDown size={14} />} onClick={() => setAllDone(true)}>
              {t('receipt.moreDone', { n: counts.done - DONE_SHOWN })}
            </Button>
          </li>
        ) : null}
      </ul>
      <div className={styles.footer}>
        {failed.length > 0 && onRetry ? (
          <ChangeButton type="primary" icon={<RotateCcw size={16} strokeWidth={1.6} />} onClick={() => onRetry(failed)}>
            {t('receipt.retryFailed', { n: failed.length })}
          </ChangeButton>
        ) : null}
        {also}
        <Button
          icon={<CopyIcon size={16} strokeWidth={1.6} />}
          onClick={() => void copy(lanesText(lanes, `${title} ${code}`, stateWords), t('receipt.result'))}
        >
          {t('receipt.copy')}
        </Button>
        <span className={styles.grow} />
        <Button type="text" icon={<Download size={16} strokeWidth={1.6} />} onClick={save}>
          CSV
        </Button>
      </div>
      <p className="owl-hidden-text" role="status">
        {t('receipt.said', { n: lanes.length, done: counts.done, failed: counts.failed })}
      </p>
    </div>
  );
}

/** A block for each phone, in order. Decoration: the counts below say it in words. */
function Strip({ lanes, now }: { lanes: readonly Lane[]; now: number }) {
  return (
    <div className={styles.strip} data-many={lanes.length > 40} aria-hidden="true">
      {lanes.map((lane) => {
        const fill =
          lane.state === 'running' ? (lane.stepsDone + laneFill(lane, now)) / Math.max(1, lane.steps.length) : 0;
        return (
          <i
            key={lane.id}
            data-state={lane.state}
            style={{ '--fill': `${Math.round(fill * 100)}%` } as React.CSSProperties}
          />
        );
      })}
    </div>
  );
}

interface FilterProps {
  state?: LaneState;
  on: boolean;
  label: string;
  count: number;
  onClick: () => void;
}

function Filter({ state, on, label, count, onClick }: FilterProps) {
  return (
    <button type="button" className={`owl-plain-button ${styles.filter}`} aria-pressed={on} onClick={onClick}>
      {state ? <i data-state={state} aria-hidden="true" /> : null}
      <span>{label}</span> <b className="owl-figures">{count}</b>
    </button>
  );
}
