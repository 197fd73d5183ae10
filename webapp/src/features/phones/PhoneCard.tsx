// One phone of the list: its live picture, its name, how long it lasts. A double click or Enter on its button opens it.
import { App, Tooltip } from 'antd';
import { Lock, Share2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { formatDay, formatTime, remaining } from '@/core/rules';
import { CopyId } from '@/ui/CopyId';
import { Eyes } from '@/ui/Eyes';
import { Ticks } from '@/ui/Ticks';
import type { Phone } from './api';
import { LivePicture } from './Deck';
import styles from './PhoneCard.module.css';
import { StatusOverlay } from './StatusOverlay';
import { viewPhone } from './view';

interface Props {
  phone: Phone;
  /** The page's clock, Unix ms. */
  now: number;
}

export const PhoneCard = memo(function PhoneCard({ phone, now }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const view = viewPhone(phone);
  const left = remaining(phone.expireTime, now);
  const expires = formatTime(phone.expireTime);
  const dim = view.expired || view.status.tone !== 'ok';
  const name = phone.phoneAlias || phone.owlId;

  const open = () => {
    if (view.open.allowed) void navigate(paths.play(phone.phoneId));
    else void message.warning(view.open.reason);
  };
  return (
    <article className={styles.card} onDoubleClick={open} data-phone={phone.phoneId} aria-label={name}>
      <div className={styles.picture} data-dim={dim}>
        <LivePicture phoneId={phone.phoneId} live={view.open.allowed} />
        <StatusOverlay phone={phone} view={view} />
        <div className={styles.strip}>
          <Tooltip title={view.open.allowed ? '' : view.open.reason}>
            <button
              type="button"
              className={styles.open}
              aria-label={t('list.openName', { name })}
              aria-disabled={!view.open.allowed}
              onClick={(event) => {
                event.stopPropagation();
                open();
              }}
              onDoubleClick={(event) => event.stopPropagation()}
            >
              {view.open.allowed ? null : <Lock size={14} aria-hidden="true" />}
              {t('list.open')}
            </button>
          </Tooltip>
        </div>
      </div>
      <div className={styles.line}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.marks} data-tone={view.look === 'open' ? 'ok' : undefined}>
          <ShareMark phone={phone} />
          <Eyes look={view.look} />
        </span>
      </div>
      <div className={styles.id}>
        <CopyId id={phone.owlId} />
      </div>
      <Ticks days={left.days} tone={left.tone} />
      <div className={styles.line} title={expires}>
        <span className={styles.left} data-tone={left.tone || undefined}>
          {left.text}
        </span>
        <time
          className={styles.date}
          data-tone={left.tone || undefined}
          dateTime={new Date(phone.expireTime).toISOString()}
        >
          {formatDay(phone.expireTime)}
        </time>
      </div>
    </article>
  );
});

/** Shared out by me, or granted to me. */
function ShareMark({ phone }: { phone: Phone }) {
  const { t } = useTranslation();
  const text = phone.sharedOut
    ? t('list.sharedOut')
    : phone.accreditType
      ? t('list.grantedBy', { phone: phone.ownerPhone ?? '' })
      : null;
  return text ? (
    <Tooltip title={text}>
      <Share2 size={14} strokeWidth={1.6} role="img" aria-label={text} />
    </Tooltip>
  ) : null;
}
