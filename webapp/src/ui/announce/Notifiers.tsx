// The notifier: antd's notification and modal, which show toasts and alerts. Loaded by the Announcer.
import { Modal, notification } from 'antd';
import { useEffect } from 'react';

export interface Notifier {
  notification: ReturnType<typeof notification.useNotification>[0];
  modal: ReturnType<typeof Modal.useModal>[0];
}

/** Toasts that are seen at once: older ones give way. */
const MOST_TOASTS = 3;
/** Below the header, whose tools stay in reach. */
const TOASTS_TOP_PX = 56;

export default function Notifiers({ onReady }: { onReady: (notifier: Notifier) => void }) {
  const [toasts, toastPlace] = notification.useNotification({
    maxCount: MOST_TOASTS,
    placement: 'topRight',
    top: TOASTS_TOP_PX,
  });
  const [modal, modalPlace] = Modal.useModal();
  useEffect(() => onReady({ notification: toasts, modal }), [onReady, toasts, modal]);
  return (
    <>
      {toastPlace}
      {modalPlace}
    </>
  );
}
