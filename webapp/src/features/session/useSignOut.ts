// The way out: asks, stops running pictures, tells the server, forgets. The session ends here even when the server cannot be told.
import { useTranslation } from 'react-i18next';
import { leaveSession } from '@/core/session';
import { stopStreams } from '@/core/stream';
import { useAlerts } from '@/ui/announce/Announcer';
import { useSignOutMutation } from './api';

/** Asks whether to sign out, and does. The frame's `Faults` leads to the console's index. */
export function useSignOut(): () => void {
  const { t } = useTranslation();
  const alerts = useAlerts();
  const [signOut] = useSignOutMutation();
  return () => {
    alerts.confirm({
      title: t('session.signOutTitle'),
      content: t('session.signOutText'),
      okText: t('session.signOut'),
      cancelText: t('common.cancel'),
      onOk: async () => {
        stopStreams();
        const { error } = await signOut();
        leaveSession(error === undefined);
      },
    });
  };
}
