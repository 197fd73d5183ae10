// The facts about the phone.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/core/rules';
import type { Phone } from '@/features/phones/api';
import { CopyId } from '@/ui/CopyId';
import { RemainingTime } from '@/ui/RemainingTime';
import { StatusTag } from '@/ui/StatusTag';
import { usePlayContext } from '../PlayContext';
import styles from './Panel.module.css';

export function InfoTab() {
  const { phone } = usePlayContext();
  return phone ? <Facts phone={phone} /> : null;
}

function Facts({ phone }: { phone: Phone }) {
  const { t } = useTranslation();
  const expired = phone.rental === 'expired';
  const rows: [label: string, value: ReactNode][] = [
    [t('play.factId'), <CopyId key="id" id={phone.owlId} />],
    [
      t('play.factStatus'),
      <StatusTag
        key="status"
        plain
        code={phone.businessStatus}
        power={phone.power}
        since={phone.statusSince}
        expired={expired}
        reason={phone.reason ?? null}
      />,
    ],
    [t('play.factLevel'), t(`play.level.${phone.level}`)],
    [t('play.factOwner'), phone.ownerPhone],
    [t('play.factTags'), phone.tags.map(({ name }) => `#${name}`).join(' ')],
    [t('play.factAndroid'), phone.androidVersion ? `Android ${phone.androidVersion}` : null],
    [t('play.factChip'), phone.chip],
    [t('play.factDpi'), phone.dpi ? String(phone.dpi) : null],
    [t('play.factOperator'), t(`play.operator.${phone.operator}`)],
    [t('play.factAssigned'), formatTime(phone.assignTime)],
    [
      t('play.factExpires'),
      <span key="expires">
        {formatTime(phone.expireTime)} · <RemainingTime until={phone.expireTime} />
      </span>,
    ],
  ];
  return (
    <dl className={styles.facts}>
      {rows.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
