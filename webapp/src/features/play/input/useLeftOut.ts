// Says when something the member did was left out because the phone could not keep up, or takes nothing at all: never without a word.

import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PlayStream } from '@/contract/constants';
import { endView, paceText } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import type { Session } from '../session/usePlay';

/** Long enough to find the phone's setting. */
const BARRED_S = 20;

/** What is wrong with a phone that takes no inputs, in the words of a missing picture's causes. */
export const barredText = (cause: number): string => endView(PlayStream.endNoPicture, cause).text;

export function useLeftOut({ listen }: Session): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  useEffect(
    () =>
      listen((event) => {
        if (event.type === 'pace' && event.pace === PlayStream.paceLeftOut)
          toasts.warned(paceText(PlayStream.paceLeftOut), { key: 'pace' });
        if (event.type === 'viewOnly') {
          toasts.warned(t('play.viewOnly'), { key: 'barred', text: barredText(event.cause), seconds: BARRED_S });
        }
      }),
    [listen, toasts, t],
  );
}
