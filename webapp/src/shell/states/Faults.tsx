// Tells the member what core cannot: calls that failed, a session that is over and why.
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/app/paths';
import { router } from '@/app/router';
import { type CallFault, Code } from '@/core/http';
import { onBusy, onFault } from '@/core/notify';
import { onSessionEnd, type Push } from '@/core/session';
import { useAlerts } from '@/ui/announce/Announcer';
import { useToasts } from '@/ui/announce/Toasts';
import { faultWords } from '@/ui/states/faultWords';

/** A push's alert: what happened to the session, and what to do. */
function pushWords({ reason, device }: Push, t: TFunction): { title: string; content: string } {
  const title = t(`session.push.${reason}`);
  if (reason !== 'elsewhere') return { title, content: t(`session.push.${reason}Text`) };
  return { title, content: device ? t('session.push.elsewhereDevice', { device }) : t('session.push.elsewhereText') };
}

/** How long a change that met a busy server waits for its member's word. */
const RETRY_MS = 20_000;

export function Faults() {
  const { t } = useTranslation();
  const alerts = useAlerts();
  const toasts = useToasts();

  useEffect(() => {
    const alert = (fault: CallFault) =>
      alerts.error({ title: t('common.tip'), content: faultWords(fault, t), okText: t('common.ok') });
    return onFault((fault) => {
      const words = faultWords(fault, t);
      // Equal words of many calls at once are one piece of news.
      if (fault.kind === 'code' && fault.code === Code.fault) toasts.failed(words, { key: words });
      else if (fault.kind === 'code' && fault.code === Code.memberDisabled) alert(fault);
      else {
        const text = fault.requestId ? t('fault.requestId', { id: fault.requestId }) : undefined;
        toasts.failed(words, { key: words, text });
      }
    });
  }, [toasts, alerts, t]);

  useEffect(
    () =>
      onBusy(
        (fault) =>
          new Promise((decide) => {
            const key = `busy-${fault.requestId}`;
            toasts.failed(faultWords(fault, t), {
              key,
              text: fault.requestId ? t('fault.requestId', { id: fault.requestId }) : undefined,
              link: { label: t('common.retry'), onClick: () => decide(true) },
              seconds: 0,
              // The link closes the toast before it says what it was pressed for.
              onClose: () => setTimeout(() => decide(false)),
            });
            // Other toasts may have pushed it away, unseen.
            setTimeout(() => {
              toasts.close(key);
              decide(false);
            }, RETRY_MS);
          }),
      ),
    [toasts, t],
  );

  useEffect(
    () =>
      onSessionEnd((cause, push) => {
        // The code that changes the session leads to where it goes on.
        if (cause === 'viewing') return;
        if (cause === 'left') {
          void router.navigate(paths.home, { replace: true });
          return;
        }
        const words = push ? pushWords(push, t) : { title: t('session.expiredTitle'), content: t('session.expired') };
        alerts.warning({ ...words, okText: t('common.ok') });
        void router.navigate(paths.home, { replace: true });
      }),
    [alerts, t],
  );

  return null;
}
