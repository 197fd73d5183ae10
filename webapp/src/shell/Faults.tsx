// Tells the member what core cannot: calls that failed, and a session that the server ended.
import { App } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BASE, signInFor } from '@/app/paths';
import { router } from '@/app/router';
import { onFault } from '@/core/notify';
import { onSessionEnd } from '@/core/session';
import { faultWords } from '@/ui/faultWords';

export function Faults() {
  const { t } = useTranslation();
  const { notification, modal } = App.useApp();

  useEffect(
    () =>
      onFault((fault) => {
        notification.error({
          title: faultWords(fault, t),
          description: fault.requestId ? t('fault.requestId', { id: fault.requestId }) : undefined,
        });
      }),
    [notification, t],
  );

  useEffect(
    () =>
      onSessionEnd((cause) => {
        if (cause !== 'expired') return;
        modal.warning({
          title: t('session.expiredTitle'),
          content: t('session.expired'),
          okText: t('common.ok'),
        });
        const { pathname, search } = window.location;
        void router.navigate(signInFor(pathname.slice(BASE.length) + search), { replace: true });
      }),
    [modal, t],
  );

  return null;
}
