// The columns of the recycle bin, and of the records of wipes.
import { Button, Dropdown } from 'antd';
import { Archive, Ellipsis, Hourglass, LoaderCircle, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/core/rules';
import { StillPicture } from '@/features/phones/pictures/Deck';
import { CopyId } from '@/ui/copy/CopyId';
import type { Column } from '@/ui/list/columns';
import { Thumb } from '@/ui/phone/Thumb';
import { useWide } from '@/ui/useWide';
import type { Binned, Purge } from './api';
import type { Periods } from './PhaseTicks';
import styles from './Recycle.module.css';
import { TimeUntilWipe } from './TimeUntilWipe';

interface Props {
  periods: Periods | undefined;
  onRenew: (phone: Binned) => void;
  onUseCode: (phone: Binned) => void;
  onGiveUp: (phone: Binned) => void;
}

export function useBinColumns({ periods, onRenew, onUseCode, onGiveUp }: Props): Column<Binned>[] {
  const { t } = useTranslation();
  const wide = useWide();
  return [
    {
      key: 'phone',
      title: t('recycle.name'),
      // With what is kept all columns fit beside the order at 1440.
      width: 168,
      fixed: true,
      render: (phone) => (
        <div className={styles.phone}>
          <span className={styles.picture}>
            <Thumb width={wide ? 22 : 44}>
              <StillPicture phoneId={phone.phoneId} />
            </Thumb>
          </span>
          <div className={styles.name}>
            <b>{phone.phoneAlias}</b>
            <CopyId id={phone.owlId} />
            {/* On a phone the clock stands beside the picture. */}
            {wide || !periods ? null : <TimeUntilWipe phone={phone} periods={periods} />}
          </div>
        </div>
      ),
    },
    {
      key: 'phase',
      title: t('recycle.phase'),
      width: 112,
      phone: 'side',
      render: ({ phase }) => <PhaseTag phase={phase} />,
    },
    {
      key: 'ended',
      title: t('recycle.rentalEnd'),
      width: 150,
      leaves: 2,
      phone: 'none',
      render: ({ expireTime }) => (
        <time className="owl-figures" dateTime={new Date(expireTime).toISOString()}>
          {formatTime(expireTime)}
        </time>
      ),
    },
    {
      key: 'kept',
      title: t('recycle.kept'),
      width: 116,
      leaves: 3,
      phone: 'none',
      render: ({ groupName, tags, grants }) => (
        <div className={styles.kept}>
          <span>{groupName ?? t('recycle.noGroup')}</span>
          <span>
            {[tags > 0 ? t('recycle.tags', { n: tags }) : '', grants > 0 ? t('recycle.grants', { n: grants }) : '']
              .filter(Boolean)
              .join(' · ') || '—'}
          </span>
        </div>
      ),
    },
    {
      key: 'purge',
      title: t('recycle.purge'),
      width: 214,
      fixed: true,
      phone: 'none',
      render: (phone) => (periods ? <TimeUntilWipe phone={phone} periods={periods} /> : null),
    },
    {
      key: 'actions',
      title: '',
      width: 164,
      fixed: true,
      render: (phone) => (
        <span className={styles.actions}>
          <Button
            type="link"
            size="small"
            aria-label={t('recycle.renewName', { name: phone.phoneAlias })}
            onClick={() => onRenew(phone)}
          >
            {t('recycle.renew')}
          </Button>
          <Button
            type="link"
            size="small"
            aria-label={t('recycle.useCodeName', { name: phone.phoneAlias })}
            onClick={() => onUseCode(phone)}
          >
            {t('recycle.useCode')}
          </Button>
          <Dropdown
            trigger={['click']}
            menu={{
              items: [{ key: 'giveUp', danger: true, label: t('recycle.giveUp') }],
              onClick: () => onGiveUp(phone),
            }}
          >
            <Button
              type="text"
              size="small"
              icon={<Ellipsis size={16} strokeWidth={1.6} />}
              aria-label={t('recycle.moreName', { name: phone.phoneAlias })}
            />
          </Dropdown>
        </span>
      ),
    },
  ];
}

/** Grace asks for attention; the recycle bin is quiet, its clock is not. */
function PhaseTag({ phase }: Pick<Binned, 'phase'>) {
  const { t } = useTranslation();
  const Icon = phase === 'grace' ? Hourglass : Archive;
  return (
    <span className={styles.phase} data-tone={phase === 'grace' ? 'warn' : undefined}>
      <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
      {t(`recycle.${phase}`)}
    </span>
  );
}

/** That a phone was wiped, with the number of the record; or that it still is. */
export function WipeProof({ wipeNo, wipedTime }: Pick<Purge, 'wipeNo' | 'wipedTime'>) {
  const { t } = useTranslation();
  return wipeNo && wipedTime ? (
    <>
      <span className={styles.phase} data-tone="ok">
        <ShieldCheck size={14} strokeWidth={1.6} aria-hidden="true" />
        {t('recycle.wiped')}
      </span>
      <CopyId id={wipeNo} />
    </>
  ) : (
    <span className={styles.phase} data-tone="busy">
      <LoaderCircle size={14} strokeWidth={1.6} aria-hidden="true" className="owl-turning" />
      {t('recycle.wiping')}
    </span>
  );
}

export function usePurgeColumns(): Column<Purge>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'phone',
      title: t('recycle.name'),
      width: 180,
      fixed: true,
      render: ({ phoneAlias, owlId }) => (
        <div className={styles.name}>
          <b>{phoneAlias || owlId}</b>
          <CopyId id={owlId} />
        </div>
      ),
    },
    { key: 'spec', title: t('recycle.spec'), width: 120, leaves: 3, render: ({ specName }) => specName },
    {
      key: 'lost',
      title: t('recycle.lost'),
      width: 160,
      leaves: 2,
      render: ({ purgedTime }) => (
        <time className="owl-figures" dateTime={new Date(purgedTime).toISOString()}>
          {formatTime(purgedTime)}
        </time>
      ),
    },
    {
      key: 'why',
      title: t('recycle.why'),
      width: 120,
      leaves: 4,
      render: ({ givenUp }) => t(givenUp ? 'recycle.givenUp' : 'recycle.timedOut'),
    },
    {
      key: 'wipe',
      title: t('recycle.wipe'),
      width: 240,
      fixed: true,
      render: ({ wipeNo, wipedTime }) => (
        <div className={styles.wipe} title={wipedTime ? formatTime(wipedTime) : undefined}>
          <WipeProof wipeNo={wipeNo} wipedTime={wipedTime} />
        </div>
      ),
    },
  ];
}
