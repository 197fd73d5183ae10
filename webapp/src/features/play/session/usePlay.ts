// Opens a play session into an element and reduces its events. Leaving the page, or another phone, closes the session.
import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { getAccessToken, refreshAccessToken } from '@/core/session';
import { locale } from '@/core/storage';
import { openPlay, type PlayEvent, type PlayHandle, type TokenSource } from '@/core/stream';
import { afterEvent, opening, type PlayState } from './playState';

interface PlayOptions {
  phoneId: number;
  mode: 'control' | 'view';
  /** Counter whose change opens the same phone again. */
  attempt: number;
  /** Source of access tokens, where they are not the signed-in member's. Stable. */
  tokens?: TokenSource;
}

const own: TokenSource = { getAccessToken, refreshAccessToken };

type Listener = (event: PlayEvent) => void;

export interface Session {
  state: PlayState;
  /** Handle of the open session; null before it is opened and after it was closed. */
  handle: PlayHandle | null;
  /** The element that takes the picture's canvas. */
  host: RefObject<HTMLDivElement | null>;
  /** Adds a listener of every event, for events that are no state (a copied text); returns its removal. Stable. */
  listen: (listener: Listener) => () => void;
  /** Callback that takes the screenshot asked for next. */
  onShot: RefObject<(picture: Blob) => void>;
  /** Callback that takes clips, also one that ends with the page. */
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
