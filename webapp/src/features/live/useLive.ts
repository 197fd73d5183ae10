// Live messages while the frame stands: what each of them means for the session, the phones and the badge.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type AppDispatch, useAppDispatch } from '@/app/store';
import { api } from '@/core/api';
import { onReopened, onTroubled, startLive, subscribe } from '@/core/live';
import { pushOut } from '@/core/session';
import { useToasts } from '@/ui/announce/Toasts';
import { noticesCounted } from './noticeCount';

/** Changes that come within this time of each other are one reason to load the list. */
const TOGETHER_MS = 300;

/** Runs the account's sockets for as long as the caller is on the page, and says when the connection keeps failing. */
export function useLive(): void {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  useEffect(() => listen(dispatch), [dispatch]);
  useEffect(() => onTroubled(() => toasts.warned(t('session.troubled'), { key: 'troubled' })), [toasts, t]);
}

/** Subscribes, then opens the sockets; returns how to end both. */
export function listen(dispatch: AppDispatch): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const phonesChanged = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      dispatch(api.util.invalidateTags(['Phone']));
    }, TOGETHER_MS);
  };
  const stops = [
    subscribe('member-push', pushOut),
    subscribe('LOGIN_OCCUPIED', pushOut),
    subscribe('phone-changed', phonesChanged),
    subscribe('notice-count', ({ count }) => dispatch(noticesCounted(count))),
    // Changes during a cut were told to nobody.
    onReopened(phonesChanged),
    startLive(),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    dispatch(noticesCounted(0));
  };
}
