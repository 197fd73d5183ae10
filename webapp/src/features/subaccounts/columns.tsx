// The columns of sub-accounts and invitations.

import { Switch } from 'antd';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { viewOnly } from '@/core/viewOnly';
import { LivePicture } from '@/features/phones/pictures/Deck';
import { Eyes } from '@/ui/Eyes';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import { RowLink } from '@/ui/list/RowLink';
import { Money } from '@/ui/Money';
import { Thumb } from '@/ui/phone/Thumb';
import { RemainingTime } from '@/ui/time/RemainingTime';
import { TimeAgo } from '@/ui/time/TimeAgo';
import type { SubAccount } from './api';
import { PermissionBoxes } from './permissions';
import styles from './SubAccounts.module.css';

const THUMB_WIDTH = 16;

/** Status of a sub-account that is switched on. */
export const ON = 0;
/** Status of a sub-account that is switched off. */
export const OFF = 1;
/** Status of an invitation. */
export const INVITED = 2;

export const nameOf = ({ name, phone }: SubAccount): string => name || phone;

export interface SubActions {
  onPhones: (sub: SubAccount) => void;
  onActivity: (sub: SubAccount) => void;
  onSwitch: (sub: SubAccount) => void;
  onRemove: (sub: SubAccount) => void;
  onConsent: (invited: SubAccount) => void;
  onWithdraw: (invited: SubAccount) => void;
}

export function useSubColumns(actions: SubActions): Column<SubAccount>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'name',
      title: t('subAccounts.name'),
      width: 180,
      grows: true,
      fixed: true,
      render: (sub) => (
        <span className={styles.name}>
          <span className={cells.initial} aria-hidden="true">
            {sub.status === INVITED ? <Mail size={14} strokeWidth={1.6} /> : [...nameOf(sub)][0]}
          </span>
          <span>
            <b>{nameOf(sub)}</b>
            {sub.status === INVITED ? <small>{t('subAccounts.waiting')}</small> : null}
          </span>
        </span>
      ),
    },
    {
      key: 'phone',
      title: t('subAccounts.phone'),
      width: 120,
      render: ({ phone }) => <span className="owl-figures">{phone}</span>,
    },
    {
      key: 'phones',
      title: t('subAccounts.phones'),
      width: 116,
      render: ({ phoneCount, firstPhoneIds }) => (
        <span className={styles.phones}>
          {firstPhoneIds.map((id) => (
            <Thumb key={id} width={THUMB_WIDTH}>
              <LivePicture phoneId={id} live />
            </Thumb>
          ))}
          <b className="owl-figures">{phoneCount > 0 ? phoneCount : '—'}</b>
        </span>
      ),
    },
    {
      key: 'inUse',
      title: t('subAccounts.inUse'),
      width: 72,
      leaves: 1,
      phone: 'none',
      render: ({ inUse }) =>
        inUse > 0 ? (
          <span className={`owl-figures ${cells.working}`}>
            <Eyes look="open" /> {inUse}
          </span>
        ) : (
          '—'
        ),
    },
    {
      key: 'permissions',
      title: t('subAccounts.permissions'),
      width: 188,
      leaves: 2,
      render: ({ permissions }) => <PermissionBoxes given={permissions} />,
    },
    {
      key: 'last',
      title: t('subAccounts.lastUse'),
      width: 196,
      leaves: 3,
      render: ({ expireTime, lastUse }) =>
        expireTime !== null ? (
          <span className={styles.pending}>
            {t('subAccounts.invited')} <RemainingTime until={expireTime} />
          </span>
        ) : lastUse === null ? (
          '—'
        ) : (
          <span className={styles.last}>
            <TimeAgo at={lastUse.at} /> {lastUse.name} {lastUse.phoneAlias}
          </span>
        ),
    },
    {
      key: 'month',
      title: t('subAccounts.month'),
      align: 'right',
      width: 92,
      leaves: 4,
      phone: 'none',
      render: ({ monthFen }) => (monthFen === 0 ? '—' : <Money fen={monthFen} />),
    },
    {
      key: 'enabled',
      title: t('subAccounts.enabled'),
      width: 72,
      phone: 'side',
      render: (sub) =>
        sub.status === INVITED ? (
          '—'
        ) : (
          <Switch
            checked={sub.status === ON}
            disabled={viewOnly() !== null}
            title={viewOnly() ?? undefined}
            aria-label={t('subAccounts.switchName', { name: nameOf(sub) })}
            onChange={() => actions.onSwitch(sub)}
          />
        ),
    },
    {
      key: 'actions',
      title: t('subAccounts.actions'),
      width: 236,
      fixed: true,
      render: (sub) => (
        <span className={cells.close}>
          {sub.status === INVITED ? (
            <>
              <RowLink label={t('subAccounts.consent')} onClick={() => actions.onConsent(sub)} />
              <RowLink label={t('subAccounts.withdraw')} danger onClick={() => actions.onWithdraw(sub)} />
            </>
          ) : (
            <>
              <RowLink label={t('subAccounts.phonesAndPermissions')} onClick={() => actions.onPhones(sub)} />
              <RowLink label={t('subAccounts.activity')} onClick={() => actions.onActivity(sub)} />
              <RowLink label={t('subAccounts.remove')} danger onClick={() => actions.onRemove(sub)} />
            </>
          )}
        </span>
      ),
    },
  ];
}
