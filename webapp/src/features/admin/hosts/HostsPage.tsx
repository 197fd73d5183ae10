// Hosts: what each carries as a tick for every phone, its load and how fast its phones answer. Looks again by itself.
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { usePageTitle } from '@/shell/usePageTitle';
import { countTicks, type Doing, doings, TickField } from '@/ui/fields/TickField';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import { FilterChips } from '@/ui/list/FilterChips';
import { TablePage } from '@/ui/list/TablePage';
import { usePaging } from '@/ui/list/urlState';
import { Gate } from '@/ui/rights/Gate';
import { type Host, useListHostsQuery } from './api';
import styles from './Hosts.module.css';
import { SLOW_MS, toneOf } from './strain';

/** The server measures for up to three seconds. */
const LOOK_AGAIN_MS = 15_000;

export default function HostsPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.hosts'));
  const [paging, change] = usePaging();
  const answer = useListHostsQuery(paging, {
    refetchOnMountOrArgChange: true,
    pollingInterval: LOOK_AGAIN_MS,
    skipPollingIfUnfocused: true,
  });
  const [only, setOnly] = useState<Doing | 'all'>('all');
  const columns = useHostColumns(only === 'all' ? null : only);
  const sums = countTicks((answer.currentData?.list ?? []).map(({ ticks }) => ticks).join(''));
  const all = doings.reduce((sum, doing) => sum + sums[doing], 0);
  return (
    <TablePage<Host>
      title={t('pages.hosts')}
      heading={heading}
      facts={<span className={styles.facts}>{t('hosts.legend')}</span>}
      filters={
        <FilterChips<Doing | 'all'>
          label={t('hosts.filter')}
          value={only}
          chips={(['all', ...doings] as const).map((value) => ({
            value,
            label: value === 'all' ? t('hosts.all') : t(`hosts.counts.${value}`),
            count: value === 'all' ? all : sums[value],
          }))}
          onChange={setOnly}
        />
      }
      answer={answer}
      failed={t('hosts.failed')}
      empty={{ look: 'shut', title: t('hosts.empty'), text: t('hosts.emptyText') }}
      paging={paging}
      onChange={change}
      totalWords={(count) => t('hosts.total', { count })}
      columns={columns}
      idOf={({ name }) => idOfName(name)}
      nameOf={({ name }) => name}
    />
  );
}

/** Rows are told apart by a number: that of the name. */
function idOfName(name: string): number {
  let id = 0;
  for (const char of name) id = (id * 31 + (char.codePointAt(0) ?? 0)) % Number.MAX_SAFE_INTEGER;
  return id;
}

function useHostColumns(only: Doing | null): Column<Host>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'host',
        title: t('hosts.host'),
        width: 200,
        fixed: true,
        render: ({ name, provider, healthy, phones }) => (
          <span className={cells.two}>
            <b className="owl-mono">{name}</b>
            <span className="owl-figures">
              {t(provider === 'simulated' ? 'hosts.providers.simulated' : 'hosts.providers.listed')} ·{' '}
              {t('hosts.healthy', { n: healthy, of: phones })}
            </span>
          </span>
        ),
      },
      {
        key: 'ticks',
        title: t('hosts.ticks'),
        width: 496,
        grows: true,
        phone: 'bare',
        render: ({ name, ticks }) => {
          const counts = countTicks(ticks);
          const words = doings.filter((doing) => counts[doing] > 0);
          const label = words.map((doing) => `${t(`hosts.counts.${doing}`)} ${counts[doing]}`).join(', ');
          return <TickField ticks={ticks} only={only} label={t('hosts.field', { name, counts: label })} />;
        },
      },
      {
        key: 'load',
        title: t('hosts.load'),
        width: 80,
        align: 'right',
        render: ({ processorPercent, loadAverage }) => (
          <Percent value={processorPercent ?? null} other={loadAverage == null ? '—' : loadAverage.toFixed(2)} />
        ),
      },
      {
        key: 'memory',
        title: t('hosts.memory'),
        width: 80,
        align: 'right',
        render: ({ memoryUsedBytes, memoryTotalBytes }) => (
          <Percent
            value={memoryUsedBytes == null || !memoryTotalBytes ? null : (100 * memoryUsedBytes) / memoryTotalBytes}
            other="—"
          />
        ),
      },
      {
        key: 'trip',
        title: t('hosts.trip'),
        width: 160,
        align: 'right',
        leaves: 1,
        render: ({ roundTrip }) =>
          roundTrip ? (
            <span
              className={`${styles.figure} owl-figures`}
              data-tone={roundTrip.medianMs > SLOW_MS ? 'warn' : undefined}
            >
              {t('hosts.ms', { n: Math.round(roundTrip.medianMs) })} / {Math.round(roundTrip.p95Ms)}
            </span>
          ) : (
            '—'
          ),
      },
      {
        key: 'now',
        title: t('hosts.now'),
        width: 128,
        leaves: 2,
        render: ({ watched, booting }) => (
          <span className={`${cells.two} owl-figures`}>
            {t('hosts.watched', { n: watched })}
            <span>{t('hosts.booting', { n: booting })}</span>
          </span>
        ),
      },
      {
        key: 'actions',
        title: t('common.operation'),
        width: 104,
        fixed: true,
        phone: 'side',
        render: ({ name }) => (
          <Gate operation="list_all_phones">
            <Link
              className={styles.go}
              to={`${paths.operatorPhones}?q=${encodeURIComponent(name.replace(/:\d+$/, ''))}`}
              aria-label={t('hosts.phonesOf', { name })}
            >
              {t('hosts.phones')}
            </Link>
          </Gate>
        ),
      },
    ],
    [t, only],
  );
}

/** A share in percent, amber and red where it is high; something else where it is not known. */
function Percent({ value, other }: { value: number | null; other: string }) {
  const { t } = useTranslation();
  if (value === null) return <span className="owl-figures">{other}</span>;
  return (
    <span className={`${styles.figure} owl-figures`} data-tone={toneOf(value)}>
      {t('hosts.percent', { n: Math.round(value) })}
    </span>
  );
}
