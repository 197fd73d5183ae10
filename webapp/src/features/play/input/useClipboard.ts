// One clipboard for the phone and this computer, while the session shares it: what is copied on the phone comes here,
// what is copied here goes there when it is sent. Texts beyond what a message takes are cut, and the page says so.

import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlayStream } from '@/contract/constants';
import { clipboardText } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import type { Session } from '../session/usePlay';
import { forClipboard } from './cutText';

export interface PhoneClipboard {
  /** Text that was copied on the phone last, in this session. */
  copied: string | null;
  /** Copies this computer's clipboard to the phone's. */
  send: () => void;
}

const told = { key: 'clipboard' };

export function useClipboard({ listen, handle }: Session): PhoneClipboard {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [copied, setCopied] = useState<string | null>(null);
  const sequence = useRef(0);
  // Note that the toast of the answer adds when the sent text was cut.
  const cut = useRef<string | null>(null);

  useEffect(() => {
    // Plain http has no clipboard interface: the call throws there as where it is forbidden.
    const put = async (text: string) => {
      try {
        await navigator.clipboard.writeText(text);
        toasts.done(t('play.clipboard'), told);
      } catch {
        toasts.warned(t('play.clipboardFailed'), told);
      }
    };
    return listen((event) => {
      if (event.type === 'clipboard') {
        setCopied(event.text);
        void put(event.text);
      }
      if (event.type === 'clipboardSet' && event.sequence === sequence.current) {
        const words = clipboardText(event.outcome);
        if (event.outcome !== PlayStream.clipboardDone) toasts.warned(words, told);
        else if (cut.current) toasts.warned(words, { ...told, text: cut.current });
        else toasts.done(words, told);
      }
    });
  }, [listen, toasts, t]);

  // A text copied on one phone must not be shown beside the next phone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a session is told by its handle.
  useEffect(() => setCopied(null), [handle]);

  const send = useCallback(async () => {
    const text = await navigator.clipboard?.readText().catch(() => undefined);
    if (text === undefined) {
      toasts.warned(t('play.clipboardUnread'), told);
      return;
    }
    if (!text) {
      toasts.noted(t('play.clipboardEmpty'), told);
      return;
    }
    const { fits, cutToKib } = forClipboard(text);
    cut.current = cutToKib === null ? null : t('play.clipboardCut', { kib: cutToKib });
    sequence.current += 1;
    handle?.setClipboard(sequence.current, fits);
  }, [handle, toasts, t]);

  return { copied, send: () => void send() };
}
