// How a clip plays: where it is, how long, whether it waits or failed; and the keys that move it.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const SEEK_S = 5;

export interface Clip {
  /** Whether it is fetched: the page was counted. */
  begun: boolean;
  state: 'loading' | 'ready' | 'failed';
  playing: boolean;
  muted: boolean;
  /** Seconds; the length is 0 until it is known. */
  at: number;
  length: number;
  toggle: () => void;
  mute: () => void;
  seek: (at: number) => void;
  /** Fetches it again, from where it was. */
  again: () => void;
  events: {
    onLoadedMetadata: () => void;
    onDurationChange: () => void;
    onCanPlay: () => void;
    onWaiting: () => void;
    onTimeUpdate: () => void;
    onPlay: () => void;
    onPause: () => void;
    onVolumeChange: () => void;
    onError: () => void;
  };
}

/** `counted`: whether the page's socket is open; while it is not, nothing of the clip comes. `fullscreen`: what the key does. */
export function useClip(video: RefObject<HTMLVideoElement | null>, counted: boolean, fullscreen: () => void): Clip {
  const [begun, setBegun] = useState(false);
  const [state, setState] = useState<Clip['state']>('loading');
  const [playing, setPlaying] = useState(false);
  const [muted, setMuted] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);
  /** Where a clip that broke off goes on. */
  const resume = useRef<{ at: number; playing: boolean } | null>(null);

  // A clip that is not shown any more is not fetched any more either.
  useEffect(() => {
    const it = video.current;
    return () => {
      it?.removeAttribute('src');
      it?.load();
    };
  }, [video]);

  const play = useCallback(() => {
    // A browser that refuses, or a pause that comes first, leaves it paused: the button says so.
    void video.current?.play().catch(() => {});
  }, [video]);
  const again = useCallback(() => {
    const it = video.current;
    if (!it) return;
    setState('loading');
    it.load();
  }, [video]);

  // The socket came back: so does the clip that broke off meanwhile.
  useEffect(() => {
    if (!counted) return;
    setBegun(true);
    if (resume.current) again();
  }, [counted, again]);

  const seek = useCallback(
    (to: number) => {
      const it = video.current;
      if (!it || !Number.isFinite(it.duration)) return;
      it.currentTime = Math.min(Math.max(0, to), it.duration);
      setAt(it.currentTime);
    },
    [video],
  );
  const toggle = useCallback(() => {
    const it = video.current;
    if (!it?.currentSrc) return;
    if (it.paused) play();
    else it.pause();
  }, [video, play]);
  const mute = useCallback(() => {
    if (video.current) video.current.muted = !video.current.muted;
  }, [video]);

  // Wherever the focus is, and before the scrubber, whose own steps are too small to be of use.
  const pressed = useRef((_: KeyboardEvent) => {});
  useEffect(() => {
    const press = (event: KeyboardEvent) => pressed.current(event);
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);
  pressed.current = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = (seconds: number) => () => seek((video.current?.currentTime ?? 0) + seconds);
    // A button that has the focus is pressed by the space bar.
    const onButton = event.target instanceof HTMLButtonElement;
    const act = new Map<string, (() => void) | null>([
      [' ', onButton ? null : toggle],
      ['k', toggle],
      ['m', mute],
      ['f', fullscreen],
      ['ArrowLeft', by(-SEEK_S)],
      ['ArrowRight', by(SEEK_S)],
      ['Home', () => seek(0)],
      ['End', () => seek(length)],
    ]).get(event.key);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  const measured = () => {
    const { duration = 0 } = video.current ?? {};
    setLength(Number.isFinite(duration) ? duration : 0);
  };
  return {
    begun,
    state,
    playing,
    muted,
    at,
    length,
    toggle,
    mute,
    seek,
    again,
    events: {
      onLoadedMetadata: () => {
        measured();
        setState('ready');
        const was = resume.current;
        resume.current = null;
        if (!was) return;
        seek(was.at);
        if (was.playing) play();
      },
      onDurationChange: measured,
      onCanPlay: () => setState('ready'),
      onWaiting: () => setState('loading'),
      onTimeUpdate: () => setAt(video.current?.currentTime ?? 0),
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onVolumeChange: () => setMuted(video.current?.muted ?? false),
      onError: () => {
        const it = video.current;
        if (!it) return;
        resume.current ??= { at, playing };
        setPlaying(false);
        setState('failed');
      },
    },
  };
}
