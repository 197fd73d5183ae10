// Announcements that open by themselves over the list: asked for once, on the first load of the list on a fresh navigation, then shown one
// after the other. What was confirmed is kept in this browser.
import { Button } from 'antd';
import { Gift, Megaphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { useAppDispatch } from '@/app/store';
import { isFreshNavigation } from '@/core/browser/arrival';
import { announcementLimits, formatTime, type PopupRecord, popupConfirmed, popupQueue } from '@/core/rules';
import { notifyList } from '@/core/storage';
import { StillPicture } from '@/features/phones/Deck';
import { useGetInfoQuery } from '@/features/session/api';
import { Sheet } from '@/ui/Sheet';
import { Thumb } from '@/ui/Thumb';
import { AnnouncementContent } from './AnnouncementContent';
import { type Popups as Found, fetchPopups, type Popup, useMarkSeenMutation } from './api';
import styles from './Popups.module.css';

/** Those who were asked for on this page already: its first load of the list is past. */
const asked = new Set<number>();

/** For tests: as if the page had just been loaded. */
export const forgetAsked = (): void => asked.clear();

const isRecord = (value: unknown): value is PopupRecord => {
  const { id, revision, lastPopupDate, hasPopped } = (value ?? {}) as Record<string, unknown>;
  return (
    Number.isSafeInteger(id) &&
    Number.isSafeInteger(revision) &&
    typeof lastPopupDate === 'string' &&
    typeof hasPopped === 'boolean'
  );
};
const records = (): PopupRecord[] => notifyList.get().filter(isRecord);

const factsOf = ({ id, revision, popFrequency, popPriority }: Popup) => ({ id, revision, popFrequency, popPriority });

/** The popups that are to be shown, in their order. */
function queueOf({ list, today }: Found): Popup[] {
  const byId = new Map(list.map((popup) => [popup.id, popup]));
  return popupQueue(list.map(factsOf), records(), today).flatMap((id) => byId.get(id) ?? []);
}

/** What opens now, and today's date at the operator's. */
function usePopups(): { queue: readonly Popup[]; today: string; next: () => void } {
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const { data } = useGetInfoQuery();
  const userId = data?.user.userId;
  const [shown, setShown] = useState<{ queue: readonly Popup[]; today: string }>({ queue: [], today: '' });
  const atHome = pathname === paths.home;
  useEffect(() => {
    if (!atHome || userId === undefined || asked.has(userId)) return;
    asked.add(userId);
    if (!isFreshNavigation()) return;
    void dispatch(fetchPopups([3, 4], announcementLimits().popups)).then((found) => {
      if (found) setShown({ queue: queueOf(found), today: found.today });
    });
  }, [atHome, userId, dispatch]);
  const next = () => setShown(({ queue, today }) => ({ queue: queue.slice(1), today }));
  return { ...shown, next };
}

/** Room for a tick, and for all of them. */
const TICK_PX = 18;
const TICKS_PX = 108;

/** `msgType` of a popup about a campaign. */
const CAMPAIGN = 4;
/** Pictures of the phones that a popup is about; all of them are counted. */
const STRIP_MAX = 7;
const ICON = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** What confirming does to those that do not come every time. */
const AFTER: Record<number, 'announced.notToday' | 'announced.notAgain'> = {
  2: 'announced.notToday',
  3: 'announced.notAgain',
};

export default function Popups() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [markSeen] = useMarkSeenMutation();
  const { queue, today, next } = usePopups();
  const [whole, setWhole] = useState(0);
  const [popup] = queue;
  const total = Math.max(whole, queue.length);
  useEffect(() => {
    if (queue.length > whole) setWhole(queue.length);
  }, [queue.length, whole]);
  if (!popup) return null;
  const confirm = () => {
    // Those of other tabs may have been confirmed since: what is kept is read anew.
    notifyList.set(popupConfirmed(factsOf(popup), records(), today));
    void markSeen([popup.id]);
    next();
  };
  const look = () => {
    confirm();
    void navigate(`${paths.seeNotice}?id=${popup.id}`);
  };
  const after = AFTER[popup.popFrequency];
  return (
    <Sheet
      key={popup.id}
      open
      title={popup.title}
      width={560}
      cross={false}
      onClose={next}
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
                    <i key={at} data-past={at <= total - queue.length} />
                  ))}
                </span>
                <span>{t('announced.nth', { n: total - queue.length + 1, of: total })}</span>
              </>
            ) : null}
            {after ? <span>{t(after)}</span> : null}
          </span>
          <Button onClick={look}>{t('announced.details')}</Button>
          <Button type="primary" onClick={confirm}>
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
