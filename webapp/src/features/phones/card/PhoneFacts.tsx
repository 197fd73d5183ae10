// All data of a phone, one line each, for the panel beside its screen and a dialog of the list.
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/core/rules';
import { withWords } from '@/i18n';
import { CopyId } from '@/ui/copy/CopyId';
import { Sheet } from '@/ui/dialogs/Sheet';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { StatusTag } from '@/ui/phone/StatusTag';
import { RemainingTime } from '@/ui/time/RemainingTime';
import { whyNoProxy } from '../actions/actions';
import type { Phone } from '../api';
import { padTypes } from '../padTypes';
import { givenWords } from '../sharedWords';
import { isOver } from '../view';
import { tagWords } from './PhoneCard';
import styles from './PhoneFacts.module.css';

const ProxyFact = lazyWithRetry(() => withWords(['identity'], () => import('@/features/identity/ProxyFact')), 'button');

interface Props {
  phone: Phone;
  /** Name of the phone's group. */
  group?: string | undefined;
  /** Whether the phone's group renews automatically. */
  groupRenews?: boolean;
}

/** Line that names the phone's grant: the account, the level and the end. */
function SharedWith({ phone, level, expireTime }: NonNullable<Phone['sharedTo']>) {
  const { t } = useTranslation();
  return (
    <span>
      {t('list.sharedTo', { phone })} · {t(`facts.level.${level}`)} ·{' '}
      {t('list.sharedUntil', { time: formatTime(expireTime) })}
    </span>
  );
}

export function PhoneFacts({ phone, group, groupRenews = false }: Props) {
  const { t } = useTranslation();
  const padType = padTypes[phone.padType];
  const rows: [label: string, value: ReactNode][] = [
    [t('facts.owlId'), <CopyId key="owl" id={phone.owlId} />],
    [t('facts.phoneId'), <CopyId key="id" id={String(phone.phoneId)} />],
    [
      t('facts.status'),
      <StatusTag
        key="status"
        plain
        code={phone.businessStatus}
        power={phone.power}
        since={phone.statusSince}
        running={phone.operation?.kind}
        expectedMs={phone.operation?.expectedMs}
        expired={isOver(phone)}
        recycled={phone.rental === 'recycled'}
        reason={phone.reason ?? null}
      />,
    ],
    [t('facts.backAt'), phone.maintainedUntil === null ? null : formatTime(phone.maintainedUntil)],
    [t('facts.levelOf'), t(`facts.level.${phone.level}`)],
    [t('facts.owner'), phone.ownerPhone],
    [t('list.relation'), phone.sharedTo ? <SharedWith key="shared" {...phone.sharedTo} /> : null],
    [t('facts.subAccounts'), givenWords(phone, t)],
    [t('facts.group'), group],
    [t('facts.tags'), tagWords(phone)],
    [t('facts.android'), phone.androidVersion ? `Android ${phone.androidVersion}` : null],
    [t('facts.chip'), phone.chip],
    [t('facts.dpi'), phone.dpi ? String(phone.dpi) : null],
    [t('facts.padTypeOf'), padType ? t(padType) : null],
    [t('facts.operatorOf'), t(`facts.operator.${phone.operator}`)],
    [t('facts.assigned'), formatTime(phone.assignTime)],
    [
      t('facts.expires'),
      <span key="expires">
        {formatTime(phone.expireTime)} · <RemainingTime until={phone.expireTime} />
      </span>,
    ],
    [
      t('facts.autoRenew'),
      phone.level === 'owner'
        ? t(phone.autoRenew ? 'facts.renews.self' : groupRenews ? 'facts.renews.group' : 'facts.renews.no')
        : null,
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
      {whyNoProxy(phone) === null ? (
        <Suspense fallback={null}>
          <ProxyFact phone={phone} />
        </Suspense>
      ) : null}
    </dl>
  );
}

interface DialogProps extends Props {
  open: boolean;
  name: string;
  onClose: () => void;
}

export function FactsDialog({ phone, group, groupRenews = false, open, name, onClose }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} title={t('facts.title', { name })} onClose={onClose}>
      <PhoneFacts phone={phone} group={group} groupRenews={groupRenews} />
    </Sheet>
  );
}
