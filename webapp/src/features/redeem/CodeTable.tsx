// One table that grows: what each code gives and goes to once it was looked at, and what came of it once it was used. The strip above is a block
// for each code.
import { Button, Segmented } from 'antd';
import type { TFunction } from 'i18next';
import { CircleCheck, CircleX, Copy, LoaderCircle, Smartphone, TriangleAlert } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { useCopy } from '@/ui/copy/Copy';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { Column } from '@/ui/list/columns';
import type { DataTableProps } from '@/ui/list/DataTable';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { PhoneSelect } from './PhoneSelect';
import styles from './Redeem.module.css';
import { type CodeRow, type Redeeming, type RowState, stateOf } from './useRedeeming';
import { minuteOf, refusalText, workCode } from './words';

const DataTable = lazyWithRetry<DataTableProps<CodeRow>>(() => import('@/ui/list/DataTable'));

const ICON = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

type Filter = 'all' | 'done' | 'left' | 'refused';
const filterOf = (state: RowState): Filter => (state === 'done' || state === 'refused' ? state : 'left');

interface Props {
  redeeming: Redeeming;
  /** Inside somebody else's page nothing leads out of it. */
  bare: boolean;
  onRedeem: () => void;
}

export function CodeTable({ redeeming, bare, onRedeem }: Props) {
  const { t } = useTranslation();
  const { rows, busy, choose } = redeeming;
  const copy = useCopy();
  const [filter, setFilter] = useState<Filter>('all');
  const columns = useColumns(choose, busy !== null, bare);
  const count = (wanted: Filter) =>
    wanted === 'all' ? rows.length : rows.filter((row) => filterOf(stateOf(row)) === wanted).length;
  const ready = rows.filter((row) => stateOf(row) === 'ready').length;
  const needing = rows.filter((row) => stateOf(row) === 'needsPhone').length;
  const shown = filter === 'all' ? rows : rows.filter((row) => filterOf(stateOf(row)) === filter);
  const said = (row: CodeRow) => `${workCode(row.code)}\t${resultText(row, t)}`;
  const tried = rows.some(({ result }) => result !== null);
  return (
    <section className={styles.results} aria-label={t('redeem.codes')}>
      <div className={styles.bar}>
        <div className={styles.strip} data-many={rows.length > 20} aria-hidden="true">
          {rows.map((row) => (
            <i key={row.index} data-state={stateOf(row)} />
          ))}
        </div>
        <Segmented<Filter>
          size="small"
          value={filter}
          onChange={setFilter}
          options={(['all', 'done', 'left', 'refused'] as const).map((value) => ({
            value,
            label: t(`redeem.states.${value}`, { n: count(value) }),
          }))}
        />
        <div className={styles.acts}>
          {tried ? (
            <Button
              size="small"
              icon={<Copy {...ICON} />}
              onClick={() => void copy(rows.map(said).join('\n'), t('redeem.copied'))}
            >
              {t('redeem.copyResult')}
            </Button>
          ) : null}
          <span className={styles.needs} aria-live="polite">
            {needing > 0 ? t('redeem.needPhone', { count: needing }) : null}
          </span>
          <Button type="primary" disabled={ready === 0} loading={busy === 'redeeming'} onClick={onRedeem}>
            {tried && ready > 0 ? t('redeem.rest', { n: ready }) : t('redeem.redeem', { count: ready })}
          </Button>
        </div>
      </div>
      {shown.length === 0 ? (
        <p className={styles.none}>{t('redeem.statesNone')}</p>
      ) : (
        <Suspense fallback={<RowSkeletons count={Math.min(shown.length, 8)} />}>
          <DataTable
            label={t('redeem.codes')}
            columns={columns}
            rows={shown}
            idOf={({ index }) => index}
            nameOf={({ code }) => workCode(code)}
          />
        </Suspense>
      )}
    </section>
  );
}

function resultText(row: CodeRow, t: TFunction): string {
  const redeemed = row.result?.redeemed;
  if (redeemed) {
    const until = t('redeem.untilTime', { time: minuteOf(redeemed.expireTime) });
    return redeemed.gives === 'phone' ? `${redeemed.phoneAlias} ${redeemed.owlId} · ${until}` : until;
  }
  const refused = row.result ?? row.preview;
  const state = stateOf(row);
  if (state === 'running') return t('redeem.redeeming');
  if (state === 'needsPhone') return t('redeem.needPhoneRow');
  if (state === 'refused' && refused) return refusalText(refused, t);
  return state === 'ready' ? t('redeem.ready') : '';
}

function Outcome({ row, bare }: { row: CodeRow; bare: boolean }) {
  const { t } = useTranslation();
  const state = stateOf(row);
  const icons: Record<RowState, ReactNode> = {
    new: null,
    ready: null,
    needsPhone: <TriangleAlert {...ICON} />,
    running: <LoaderCircle {...ICON} className="owl-turning" />,
    done: <CircleCheck {...ICON} />,
    refused: <CircleX {...ICON} />,
  };
  const redeemed = row.result?.redeemed;
  return (
    <span className={styles.outcome} data-state={state}>
      {icons[state]}
      <span>{resultText(row, t)}</span>
      {redeemed && !bare ? (
        <Link to={paths.play(redeemed.phoneId)} aria-label={t('redeem.openName', { name: redeemed.phoneAlias })}>
          {t('redeem.open')}
        </Link>
      ) : null}
    </span>
  );
}

function useColumns(choose: Redeeming['choose'], disabled: boolean, bare: boolean): Column<CodeRow>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'code',
        title: t('redeem.code'),
        width: 168,
        render: ({ code }) => <span className="owl-mono">{workCode(code)}</span>,
      },
      {
        key: 'gives',
        title: t('redeem.gives'),
        width: 248,
        render: ({ preview }) => {
          if (!preview || preview.days === null) return '—';
          const name = preview.configuration ?? t('redeem.any');
          const days = preview.days;
          return preview.gives === 'phone' ? (
            <span>
              {t('redeem.newPhoneOf', { name })} · {t('redeem.daysShort', { count: days })}
            </span>
          ) : (
            <span>
              {t('redeem.days', { count: days })} · {name}
            </span>
          );
        },
      },
      {
        key: 'goesTo',
        title: t('redeem.goesTo'),
        width: 168,
        render: (row) => {
          const { preview, result, phone } = row;
          if (!preview || preview.days === null) return '—';
          if (preview.gives === 'phone') {
            return (
              <span className={styles.target}>
                <Smartphone {...ICON} />
                {t('redeem.newPhone')}
              </span>
            );
          }
          if (result?.code === 0) return result.redeemed?.phoneAlias ?? '—';
          return (
            <PhoneSelect
              code={row.code}
              configurationId={preview.configurationId}
              value={phone}
              disabled={disabled || preview.code !== 0}
              onChange={(next) => choose(row.index, next)}
            />
          );
        },
      },
      {
        key: 'result',
        title: t('redeem.result'),
        width: 264,
        render: (row) => <Outcome row={row} bare={bare} />,
      },
    ],
    [t, choose, disabled, bare],
  );
}
