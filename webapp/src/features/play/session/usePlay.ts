// Opens a play session into an element and follows it. Leaving the page, or another phone, closes it.
import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { getAccessToken, refreshAccessToken } from '@/core/session';
import { locale } from '@/core/storage';
import { openPlay, type PlayEvent, type PlayHandle, type TokenSource } from '@/core/stream';
import { afterEvent, opening, type PlayState } from './playState';

interface PlayOptions {
  phoneId: number;
  mode: 'control' | 'view';
  /** Changes to open the same phone again. */
  attempt: number;
  /** Whose right it is, where not the signed-in member's. Stable. */
  tokens?: TokenSource;
}

const own: TokenSource = { getAccessToken, refreshAccessToken };

type Listener = (event: PlayEvent) => void;

export interface Session {
  state: PlayState;
  /** Null before the session and after it. */
  handle: PlayHandle | null;
  /** The element that takes the picture's canvas. */
  host: RefObject<HTMLDivElement | null>;
  /** Hears every event, for what is no state (a copied text); returns how to stop. Stable. */
  listen: (listener: Listener) => () => void;
  /** Takes the picture that is asked for next. */
  onShot: RefObject<(picture: Blob) => void>;
  /** Takes clips, also one that ends with the page. */
  onClip: RefObject<(clip: Blob, lengthMs: number) => void>;
}

type Action = { event: PlayEvent; nowMs: number } | 'open';

const reduce = (state: PlayState, action: Action): PlayState =>
  action === 'open' ? opening : afterEvent(state, action.event, action.nowMs);

export function usePlay({ phoneId, mode, attempt, tokens = own }: PlayOptions): Session {
  const host = useRef<HTMLDivElement>(null);
  const [handle, setHandle] = useState<PlayHandle | null>(null);
  const [state, dispatch] = useReducer(reduce, opening);
  const listeners = useRef(new Set<Listener>());
  const listen = useCallback((listener: Listener) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  }, []);

  const onShot = useRef<(picture: Blob) => void>(() => {});
  const onClip = useRef<(clip: Blob, lengthMs: number) => void>(() => {});

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is the wish to open again.
  useEffect(() => {
    const place = host.current;
    if (!place) return;
    dispatch('open');
    // A canvas can be given to a worker only once: each session has its own.
    const canvas = document.createElement('canvas');
    place.append(canvas);
    const opened = openPlay(canvas, {
      phoneId,
      mode,
      lang: locale.get(),
      ...tokens,
      onEvent: (event) => {
        for (const listener of listeners.current) listener(event);
        dispatch({ event, nowMs: Date.now() });
      },
      onShot: (picture) => onShot.current(picture),
      onClip: (clip, lengthMs) => onClip.current(clip, lengthMs),
    });
    setHandle(opened);
    return () => {
      setHandle(null);
      opened.close();
      canvas.remove();
    };
  }, [phoneId, mode, attempt, tokens]);

  return { state, handle, host, listen, onShot, onClip };
}
