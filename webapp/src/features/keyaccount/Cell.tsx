// A phone on the wall: its live picture, a ring while somebody works there, and how it stands where it has no picture. It opens on the stage.
import { Tooltip } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatusWords } from '@/core/statusWords';
import { useOpenPhone } from '@/features/phones/actions/useOpenPhone';
import { LivePicture } from '@/features/phones/pictures/Deck';
import { isOver, viewPhone } from '@/features/phones/view';
import { Eyes } from '@/ui/Eyes';
import { lookOfStatus, RUNNING } from '@/ui/phone/statusLook';
import type { WallPhone } from './api';
import styles from './Wall.module.css';

const ICON_SIZE = 20;

/** An answer that says the same of a phone draws nothing anew. */
const isSame = (before: { phone: WallPhone }, after: { phone: WallPhone }) =>
  JSON.stringify(before.phone) === JSON.stringify(after.phone);

export const Cell = memo(function Cell({ phone }: { phone: WallPhone }) {
  const { t } = useTranslation();
  const open = useOpenPhone();
  const mine = { ...phone, level: 'owner', operation: null } as const;
  const { open: opening } = viewPhone(mine);
  const expired = isOver(phone);
  const { tone, Icon, view, turns } = lookOfStatus(
    { code: phone.businessStatus, power: phone.power, since: 0, expired, recycled: phone.rental === 'recycled' },
    useStatusWords(),
  );
  const quiet = !expired && tone === 'ok' && phone.businessStatus === RUNNING;
  const name = phone.phoneAlias || phone.owlId;
  const worker = phone.worker ? t('keyAccount.worker', { name: phone.own ? t('keyAccount.me') : phone.worker }) : null;
  const state = quiet ? null : expired ? t('status.expired') : view.label;
  const words = [name, worker, state].filter(Boolean).join(' · ');
  return (
    <Tooltip title={words} mouseEnterDelay={0.3}>
      <button
        type="button"
        className={`owl-plain-button ${styles.cell}`}
        aria-label={words}
        data-worked={worker !== null}
        data-tone={quiet ? undefined : tone}
        onClick={() => open(mine)}
      >
        {tone === 'off' ? null : <LivePicture phoneId={phone.phoneId} live={opening.allowed} />}
        {quiet ? null : (
          <span className={styles.state} aria-hidden="true">
            {tone === 'off' ? (
              <Eyes look="shut" width={28} />
            ) : (
              <Icon size={ICON_SIZE} strokeWidth={1.6} className={turns ? 'owl-turning' : ''} />
            )}
          </span>
        )}
      </button>
    </Tooltip>
  );
}, isSame);
