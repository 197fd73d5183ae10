// Says when something the member did was left out because the phone could not keep up: never without a word.
import { useEffect } from 'react';
import { paceText } from '@/core/rules';
import { useToasts } from '@/ui/Toasts';
import type { Session } from '../session/usePlay';

const LEFT_OUT = 2;

export function useLeftOut({ listen }: Session): void {
  const toasts = useToasts();
  useEffect(
    () =>
      listen((event) => {
        if (event.type === 'pace' && event.pace === LEFT_OUT) toasts.warned(paceText(LEFT_OUT), { key: 'pace' });
      }),
    [listen, toasts],
  );
}
