// Announcements that open by themselves over the list: asked for once, on the first load of the list on a fresh navigation, then shown one
// after the other. What was confirmed is kept in this browser.
import { Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { useAppDispatch } from '@/app/store';
import { isFreshNavigation } from '@/core/browser/arrival';
import { announcementLimits, type PopupRecord, popupConfirmed, popupQueue } from '@/core/rules';
import { getView } from '@/core/session';
import { notifyList } from '@/core/storage';
import { useGetInfoQuery } from '@/features/session/api';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { type Popups as Found, fetchPopups, type Popup, useMarkSeenMutation } from './api';

const PopupDialog = lazyWithRetry(() => import('./PopupDialog'), 'quiet');

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

/** Popups that open now, and today's date at the operator's. */
function usePopups(): { queue: readonly Popup[]; today: string; next: () => void } {
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const { data } = useGetInfoQuery();
  const userId = data?.user.userId;
  const [shown, setShown] = useState<{ queue: readonly Popup[]; today: string }>({ queue: [], today: '' });
  const atHome = pathname === paths.home;
  useEffect(() => {
    // Announcements are the member's to see and to confirm.
    if (!atHome || userId === undefined || asked.has(userId) || getView()) return;
    asked.add(userId);
    if (!isFreshNavigation()) return;
    void dispatch(fetchPopups([3, 4], announcementLimits().popups)).then((found) => {
      if (found) setShown({ queue: queueOf(found), today: found.today });
    });
  }, [atHome, userId, dispatch]);
  const next = () => setShown(({ queue, today }) => ({ queue: queue.slice(1), today }));
  return { ...shown, next };
}

export default function Popups() {
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
  return (
    <Suspense fallback={null}>
      <PopupDialog
        key={popup.id}
        popup={popup}
        nth={total - queue.length + 1}
        total={total}
        onLook={look}
        onConfirm={confirm}
        onClose={next}
      />
    </Suspense>
  );
}
