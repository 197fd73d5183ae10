// Toasts when the member's inputs were dropped because the phone could not keep up, and when the phone takes no input at all.

import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PlayStream } from '@/contract/constants';
import { endView, paceText } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import type { Session } from '../session/usePlay';

/** Time that the toast stays, long enough to find the setting on the phone. */
const BARRED_S = 20;

/** Reason why a phone takes no input, in the words for a missing picture. */
export const inputFaultText = (cause: number): string => endView(PlayStream.endNoPicture, cause).text;

export function useInputToasts({ listen }: Session): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  useEffect(
    () =>
      listen((event) => {
        if (event.type === 'pace' && event.pace === PlayStream.paceLeftOut)
          toasts.warned(paceText(PlayStream.paceLeftOut), { key: 'pace' });
        if (event.type === 'viewOnly') {
          toasts.warned(t('play.viewOnly'), { key: 'barred', text: inputFaultText(event.cause), seconds: BARRED_S });
        }
      }),
    [listen, toasts, t],
  );
}
