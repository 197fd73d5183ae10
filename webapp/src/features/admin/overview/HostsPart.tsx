// A tick for every phone of the most loaded hosts, in the order of addresses; the legend's words make one state bright and lead to its phones.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import type { CallFault } from '@/core/http';
import { permissionOf } from '@/core/operations';
import { holdsPermission } from '@/core/rules';
import { countTicks, type Doing, doings, TickField } from '@/ui/fields/TickField';
import { Gate, useRights } from '@/ui/rights/Gate';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { SLOW_MS, toneOf } from '../hosts/strain';
import { HOSTS_SHOWN, type Host, type HostsAnswer, type Part } from './api';
import styles from './Overview.module.css';
import { Section } from './Section';
import { memoryPercent } from './strain';

/** The state of the phones' page that shows what a tick says. */
const states: Record<Doing, keyof Part<'phones'> & string> = {
  r: 'running',
  f: 'failed',
  b: 'busy',
  h: 'hold',
  o: 'off',
};

interface Props {
  /** Of all phones; null where they may not be seen. */
  counts: Part<'phones'> | null;
  /** Null where hosts may not be seen. */
  hosts: HostsAnswer | null;
  wide: boolean;
}

export function HostsPart({ counts, hosts, wide }: Props) {
  const { t } = useTranslation();
  const [only, setOnly] = useState<Doing | null>(null);
  const { permissions } = useRights();
  const list = hosts?.data?.list;
  const total = hosts?.data?.total ?? 0;
  const named = total > HOSTS_SHOWN ? t('overview.allHosts', { count: total }) : t('pages.hosts');
  const finds = holdsPermission(permissions, [permissionOf('list_all_phones') ?? '']);
  const sums = counts ?? sumsOf(list ?? []);
  return (
    <Section
      title={t('overview.field')}
      note={total > HOSTS_SHOWN ? t('overview.worst', { count: HOSTS_SHOWN }) : undefined}
      to={hosts ? paths.hosts : undefined}
      more={hosts ? named : undefined}
    >
      <ul className={styles.legend} aria-label={t('hosts.filter')}>
        {doings.map((doing) => (
          <li key={doing}>
            <button
              type="button"
              className="owl-plain-button"
              data-doing={doing}
              aria-pressed={only === doing}
              onClick={() => setOnly(only === doing ? null : doing)}
            >
              <i aria-hidden="true" />
              {t(`hosts.counts.${doing}`)}
            </button>{' '}
            {finds ? (
              <Link
                to={`${paths.operatorPhones}?state=${states[doing]}`}
                aria-label={`${t(`hosts.counts.${doing}`)} ${sums[states[doing]]}`}
              >
                {sums[states[doing]].toLocaleString('en-US')}
              </Link>
            ) : (
              <b>{sums[states[doing]].toLocaleString('en-US')}</b>
            )}
          </li>
        ))}
      </ul>
      {!hosts ? null : list ? (
        list.length === 0 ? (
          <p className={styles.nothing}>{t('hosts.empty')}</p>
        ) : (
          <ul className={styles.hosts}>
            {list.map((host) => (
              <HostRow key={host.name} host={host} only={only} wide={wide} />
            ))}
          </ul>
        )
      ) : hosts.error && !hosts.isFetching ? (
        <FaultState title={t('hosts.failed')} fault={hosts.error as CallFault} onRetry={() => void hosts.refetch()} />
      ) : (
        <RowSkeletons count={3} />
      )}
    </Section>
  );
}

function sumsOf(hosts: readonly Host[]): Part<'phones'> {
  const { r, f, b, h, o } = countTicks(hosts.map(({ ticks }) => ticks).join(''));
  return { all: r + f + b + h + o, running: r, failed: f, busy: b, hold: h, off: o };
}

function HostRow({ host, only, wide }: { host: Host; only: Doing | null; wide: boolean }) {
  const { t } = useTranslation();
  const { name, ticks, healthy, phones, processorPercent, loadAverage, roundTrip } = host;
  const counts = countTicks(ticks);
  const words = doings.filter((doing) => counts[doing] > 0);
  const label = words.map((doing) => `${t(`hosts.counts.${doing}`)} ${counts[doing]}`).join(', ');
  const memory = memoryPercent(host);
  const trip = roundTrip ? Math.round(roundTrip.medianMs) : null;
  return (
    <li>
      <span className={styles.hostName}>
        <Gate operation="list_all_phones" otherwise={<span className="owl-mono">{name}</span>}>
          <Link className="owl-mono" to={`${paths.operatorPhones}?q=${encodeURIComponent(name.replace(/:\d+$/, ''))}`}>
            {name}
          </Link>
        </Gate>
        <span className="owl-figures">
          {healthy}/{phones}
        </span>
      </span>
      <TickField ticks={ticks} only={only} label={t('hosts.field', { name, counts: label })} />
      <Measure
        value={processorPercent == null ? null : t('hosts.percent', { n: Math.round(processorPercent) })}
        tone={processorPercent == null ? undefined : toneOf(processorPercent)}
        words={t('hosts.load')}
        other={loadAverage == null ? '—' : loadAverage.toFixed(2)}
      />
      {wide ? (
        <>
          <Measure
            value={memory === null ? null : t('hosts.percent', { n: Math.round(memory) })}
            tone={memory === null ? undefined : toneOf(memory)}
            words={t('hosts.memory')}
            other="—"
          />
          <Measure
            value={trip === null ? null : String(trip)}
            tone={trip !== null && trip > SLOW_MS ? 'warn' : undefined}
            words="ms"
            other="—"
          />
        </>
      ) : null}
    </li>
  );
}

function Measure({
  value,
  tone,
  words,
  other,
}: {
  value: string | null;
  tone: 'err' | 'warn' | undefined;
  words: string;
  other: string;
}) {
  return (
    <span className={`${styles.measure} owl-figures`}>
      <b data-tone={tone}>{value ?? other}</b>
      <span>{words}</span>
    </span>
  );
}
