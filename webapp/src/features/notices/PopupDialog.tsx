// An announcement that opened by itself: what it says, the phones that it is about, and what confirming does.
import { Button } from 'antd';
import { Gift, Megaphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/core/rules';
import { StillPicture } from '@/features/phones/pictures/Deck';
import { Sheet } from '@/ui/dialogs/Sheet';
import { Thumb } from '@/ui/phone/Thumb';
import { AnnouncementContent } from './AnnouncementContent';
import type { Popup } from './api';
import styles from './Popups.module.css';

/** Room for a tick, and for all of them. */
const TICK_PX = 18;
const TICKS_PX = 108;

/** `msgType` of a popup about a campaign. */
const CAMPAIGN = 4;
/** Pictures of the phones that a popup is about; all of them are counted. */
const STRIP_MAX = 7;
const ICON = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Words for what confirming does, by `popFrequency`; a popup that comes every time has none. */
const AFTER: Record<number, 'announced.notToday' | 'announced.notAgain'> = {
  2: 'announced.notToday',
  3: 'announced.notAgain',
};

interface Props {
  popup: Popup;
  /** Place of the popup among those that are to be shown, counted from 1. */
  nth: number;
  total: number;
  onLook: () => void;
  onConfirm: () => void;
  onClose: () => void;
}

export default function PopupDialog({ popup, nth, total, onLook, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  const after = AFTER[popup.popFrequency];
  return (
    <Sheet
      open
      title={popup.title}
      width={560}
      cross={false}
      onClose={onClose}
      footer={
        <>
          <span className={`${styles.count} owl-figures`}>
            {total > 1 ? (
              <>
                <span
                  className={styles.ticks}
                  style={{ width: Math.min(total * TICK_PX, TICKS_PX) }}
                  aria-hidden="true"
                >
                  {Array.from({ length: total }, (_, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a tick is its place.
                    <i key={at} data-past={at < nth} />
                  ))}
                </span>
                <span>{t('announced.nth', { n: nth, of: total })}</span>
              </>
            ) : null}
            {after ? <span>{t(after)}</span> : null}
          </span>
          <Button onClick={onLook}>{t('announced.details')}</Button>
          <Button type="primary" onClick={onConfirm}>
            {t('announced.gotIt')}
          </Button>
        </>
      }
    >
      <p className={styles.time}>
        <span className={styles.tag} data-campaign={popup.msgType === CAMPAIGN}>
          {popup.msgType === CAMPAIGN ? <Gift {...ICON} /> : <Megaphone {...ICON} />}
          {t(popup.msgType === CAMPAIGN ? 'announced.campaign' : 'announced.announcement')}
        </span>
        <time className="owl-figures" dateTime={new Date(popup.createTime).toISOString()}>
          {t('announced.published', { time: formatTime(popup.createTime) })}
        </time>
      </p>
      <div className={popup.contentType === 2 ? styles.text : undefined}>
        <AnnouncementContent {...popup} />
      </div>
      {popup.aboutPhoneIds.length > 0 ? (
        <p className={styles.strip}>
          <span className={styles.thumbs} aria-hidden="true">
            {popup.aboutPhoneIds.slice(0, STRIP_MAX).map((id) => (
              <Thumb key={id} width={20}>
                <StillPicture phoneId={id} follows />
              </Thumb>
            ))}
          </span>
          <span>{t('announced.yours', { count: popup.aboutPhoneIds.length })}</span>
        </p>
      ) : null}
    </Sheet>
  );
}
