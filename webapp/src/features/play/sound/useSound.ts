// The phone's sound: off until the member switches it on, delayed to match the picture, and muted while the page is hidden where that is chosen.

import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlayStream } from '@/contract/constants';
import { soundText } from '@/core/rules';
import { choice } from '@/core/storage';
import type { Speaker } from '@/core/stream/speaker';
import { useToasts } from '@/ui/announce/Toasts';
import type { Session } from '../session/usePlay';

const whenHidden = choice('play.soundWhenHidden', 'on', 'off');

export interface Sound {
  on: boolean;
  /** Whether this page may play sound at all. */
  possible: boolean;
  /** Delay of the sound behind the picture, in milliseconds; null in silence. */
  behindMs: number | null;
  toggle: () => void;
  /** Whether the sound is muted while the page is hidden. */
  restsHidden: boolean;
  setRestsHidden: (rests: boolean) => void;
}

/** Latency of the display, one frame at 60 Hz: browsers report a loudspeaker's latency, but not a display's. */
const DISPLAY_MS = 16;

export function useSound({ handle, listen }: Session): Sound {
  const { t } = useTranslation();
  const toasts = useToasts();
  const speaker = useRef<Speaker | null>(null);
  const [on, setOn] = useState(false);
  const [behindMs, setBehindMs] = useState<number | null>(null);
  const [restsHidden, setRests] = useState(whenHidden.get() === 'off');
  const pictureMs = useRef(0);

  // The end of a session closes its loudspeaker.
  useEffect(() => {
    if (!handle) return;
    return () => {
      speaker.current?.close();
      speaker.current = null;
      setOn(false);
      setBehindMs(null);
    };
  }, [handle]);

  useEffect(
    () =>
      listen((event) => {
        if (event.type === 'stats') {
          pictureMs.current = event.delayMs + DISPLAY_MS;
          speaker.current?.follow(pictureMs.current);
        }
        if (
          event.type !== 'sound' ||
          !speaker.current ||
          (event.state !== PlayStream.soundAbsent && event.state !== PlayStream.soundLost)
        )
          return;
        toasts.warned(soundText(event.state), { key: 'sound' });
        speaker.current.close();
        speaker.current = null;
        setOn(false);
        setBehindMs(null);
      }),
    [listen, toasts],
  );

  useEffect(() => {
    if (!on || !restsHidden) return;
    const follow = () => {
      if (document.hidden) handle?.mute();
      else handle?.listen();
    };
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [on, restsHidden, handle]);

  const start = async () => {
    const { openSpeaker } = await import('@/core/stream/speaker');
    const opened = await openSpeaker((lagMs) => setBehindMs(lagMs === null ? null : lagMs - pictureMs.current));
    if (speaker.current || !handle) {
      opened.close();
      return;
    }
    opened.follow(pictureMs.current);
    speaker.current = opened;
    handle.listen(opened.port);
    setOn(true);
  };
  const stop = () => {
    handle?.mute();
    speaker.current?.close();
    speaker.current = null;
    setOn(false);
    setBehindMs(null);
  };

  return {
    on,
    possible: typeof AudioContext !== 'undefined',
    behindMs,
    toggle: () => {
      if (on) stop();
      else start().catch(() => toasts.warned(t('play.soundFailed'), { key: 'sound' }));
    },
    restsHidden,
    setRestsHidden: (rests) => {
      whenHidden.set(rests ? 'off' : 'on');
      setRests(rests);
    },
  };
}
