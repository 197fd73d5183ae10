// Says when something the member did was left out because the phone could not keep up, or takes nothing at all: never without a word.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { endView, paceText } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import type { Session } from '../session/usePlay';

/** `Pace::LeftOut`. */
export const LEFT_OUT = 2;
/** `EndReason::NoPicture`: its details have words for what is wrong with a phone. */
const NO_PICTURE = 14;
/** Long enough to find the phone's setting. */
const BARRED_S = 20;

/** What is wrong with a phone that takes no inputs. */
export const barredText = (cause: number): string => endView(NO_PICTURE, cause).text;

export function useLeftOut({ listen }: Session): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  useEffect(
    () =>
      listen((event) => {
        if (event.type === 'pace' && event.pace === LEFT_OUT) toasts.warned(paceText(LEFT_OUT), { key: 'pace' });
        if (event.type === 'viewOnly') {
          toasts.warned(t('play.viewOnly'), { key: 'barred', text: barredText(event.cause), seconds: BARRED_S });
        }
      }),
    [listen, toasts, t],
  );
}
