// The columns of all phones: which one, how it is, whose and until when, where, how fast it answers.
import { StickyNote } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyId } from '@/ui/copy/CopyId';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import { RowLink } from '@/ui/list/RowLink';
import { StatusTag } from '@/ui/phone/StatusTag';
import { RemainingTime } from '@/ui/time/RemainingTime';
import { TimeAgo } from '@/ui/time/TimeAgo';
import { SLOW_MS } from '../hosts/strain';
import type { OperatorPhone } from './api';
import styles from './Phones.module.css';

export function useOperatorPhoneColumns(open: (phone: OperatorPhone) => void): Column<OperatorPhone>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'phone',
        title: t('stockPhones.phone'),
        width: 208,
        fixed: true,
        render: ({ alias, owlId, configuration, note }) => (
          <span className={cells.two}>
            <b title={note || undefined}>
              {alias || configuration}
              {note ? (
                <StickyNote className={styles.noted} size={14} strokeWidth={1.6} aria-label={t('stockPhones.note')} />
              ) : null}
            </b>
            <CopyId id={owlId} />
          </span>
        ),
      },
      {
        key: 'state',
        title: t('stockPhones.state'),
        width: 152,
        phone: 'side',
        render: ({ status, power, statusSince, reason }) => (
          <span className={cells.two}>
            <StatusTag code={status} power={power === 'on' ? 'on' : 'off'} since={statusSince} reason={reason} plain />
            <span>
              <TimeAgo at={statusSince} />
            </span>
          </span>
        ),
      },
      {
        key: 'member',
        title: t('stockPhones.member'),
        width: 152,
        render: ({ member, memberId, expireTime, kept, left }) => (
          <span className={`${cells.two} owl-figures`}>
            {memberId === null
              ? t(left ? 'stockPhones.leaving' : kept ? 'stockPhones.kept' : 'stockPhones.free')
              : member}
            {memberId === null ? null : (
              <span>
                <RemainingTime until={expireTime} />
              </span>
            )}
          </span>
        ),
      },
      {
        key: 'host',
        title: t('stockPhones.host'),
        width: 176,
        leaves: 2,
        render: ({ host, address }) => (
          <span className={`${cells.two} owl-mono`}>
            {host}
            <span>{address}</span>
          </span>
        ),
      },
      {
        key: 'configuration',
        title: t('stockPhones.configuration'),
        width: 128,
        leaves: 3,
        render: ({ configuration, code, androidVersion }) => (
          <span className={cells.two}>
            {configuration}
            <span>
              {code} · Android {androidVersion}
            </span>
          </span>
        ),
      },
      {
        key: 'trip',
        title: t('stockPhones.trip'),
        width: 88,
        align: 'right',
        leaves: 1,
        render: ({ roundTripMs }) => <Trip ms={roundTripMs} />,
      },
      {
        key: 'actions',
        title: t('common.operation'),
        width: 88,
        phone: 'side',
        fixed: true,
        render: (one) => (
          <RowLink
            label={t('stockPhones.open')}
            name={t('stockPhones.openName', { name: one.alias || one.owlId })}
            onClick={() => open(one)}
          />
        ),
      },
    ],
    [t, open],
  );
}

/** A round trip over ADB; words where there is none. */
export function Trip({ ms }: { ms: number | null }) {
  const { t } = useTranslation();
  if (ms === null) return <span>—</span>;
  const slow = ms > SLOW_MS;
  return (
    <span className={`${styles.trip} owl-figures`} data-tone={slow ? 'warn' : undefined}>
      {t('stockPhones.ms', { n: Math.round(ms) })}
    </span>
  );
}
