// Toasts when control was gained, lost or refused: a member who watches the picture does not see the list of people.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PlayStream } from '@/contract/constants';
import { useToasts } from '@/ui/announce/Toasts';
import type { Session } from '../session/usePlay';
import { usePersonName } from './personName';

export function useControlToasts({ listen }: Session): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const nameOf = usePersonName();
  /** Whether the session had control by its last `hello`; null before the first. */
  const controlled = useRef<boolean | null>(null);
  const names = useRef(nameOf);
  names.current = nameOf;
  useEffect(
    () =>
      listen((event) => {
        if (event.type === 'hello') {
          if (controlled.current === false && event.control) toasts.done(t('play.together.got'), { key: 'control' });
          controlled.current = event.control;
        } else if (event.type === 'controlMoved') {
          const name = names.current(event);
          if (event.taken) toasts.warned(t('play.together.taken', { name }), { key: 'control' });
          else toasts.done(t('play.together.given', { name }), { key: 'control' });
        } else if (event.type === 'controlAnswered' && event.state !== PlayStream.askAsked) {
          toasts.noted(t(`play.together.state${event.state}`, { n: event.seconds }), { key: 'control' });
        } else if (event.type === 'ended' || event.type === 'refused') {
          controlled.current = null;
        }
      }),
    [listen, toasts, t],
  );
}
