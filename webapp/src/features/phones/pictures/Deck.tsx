// The small pictures of a page share a socket: `Deck` opens it, and each `LivePicture` in view is a cell of it.
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { getAccessToken, getView, refreshAccessToken } from '@/core/session';
import { type CellState, type DeckHandle, openDeck } from '@/core/stream';
import { Eyes } from '@/ui/Eyes';
import styles from './Deck.module.css';
import { keepPicture, lastPicture } from './lastPictures';

const STILL_WIDTH = 60;
const EYES_WIDTH = 14;

const DeckContext = createContext<DeckHandle | null>(null);

/** Provider for a page that opens its socket itself. */
export const DeckProvider = DeckContext.Provider;

interface DeckProps {
  /** Ids of the phones that have a picture now, in any order. */
  phoneIds: readonly number[];
  /** Least time between two pictures of a phone, ms; 0 shows every picture. */
  intervalMs?: number;
  children: ReactNode;
}

export function Deck({ phoneIds, intervalMs = 0, children }: DeckProps) {
  const [deck, setDeck] = useState<DeckHandle | null>(null);

  useEffect(() => {
    // An operator who views a member's console must not see the phones' screens.
    if (getView()) return;
    const opened = openDeck({ getAccessToken, refreshAccessToken });
    setDeck(opened);
    return () => {
      setDeck(null);
      opened.close();
    };
  }, []);

  useEffect(() => deck?.space(intervalMs), [deck, intervalMs]);

  // Sorting keeps the set the same when only the order of the phones changes.
  const set = [...phoneIds].sort((a, b) => a - b).join();
  useEffect(() => {
    deck?.setPhones(set ? set.split(',').map(Number) : []);
  }, [deck, set]);

  return <DeckContext.Provider value={deck}>{children}</DeckContext.Provider>;
}

interface PictureProps {
  phoneId: number;
  /** Whether the phone has a live picture; otherwise the last one stays. */
  live: boolean;
  onState?: (state: CellState) => void;
}

/** Small live picture that fills its parent; it costs nothing while out of view. */
export function LivePicture({ phoneId, live, onState }: PictureProps) {
  const deck = useContext(DeckContext);
  const host = useRef<HTMLDivElement>(null);
  const told = useRef(onState);
  told.current = onState;
  const [shown, setShown] = useState(false);
  // A phone that never had a picture here needs no canvas.
  const [wanted, setWanted] = useState(live);
  if (live && !wanted) setWanted(true);

  useEffect(() => {
    const place = host.current;
    const last = lastPicture(phoneId);
    if (!place || !last) return;
    last.className = styles.last ?? '';
    place.prepend(last);
    return () => last.remove();
  }, [phoneId]);

  // The canvas outlives `live`: a phone that fails keeps its last picture under the overlay.
  useEffect(() => {
    const place = host.current;
    if (!place || !deck || !wanted) return;
    let drawn = false;
    const canvas = document.createElement('canvas');
    canvas.className = styles.canvas ?? '';
    place.append(canvas);
    const stop = deck.onCell(phoneId, (state) => {
      if (state === 'live') {
        drawn = true;
        shownNow.set(phoneId, canvas);
        setShown(true);
      }
      told.current?.(state);
    });
    canvases.set(place, canvas);
    return () => {
      stop();
      if (drawn) keepPicture(phoneId, canvas);
      canvases.delete(place);
      if (shownNow.get(phoneId) === canvas) shownNow.delete(phoneId);
      canvas.remove();
      setShown(false);
    };
  }, [deck, phoneId, wanted]);

  useEffect(() => {
    const place = host.current;
    if (!place || !deck || !live) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        const canvas = canvases.get(place);
        if (entries.at(-1)?.isIntersecting && canvas) deck.attach(phoneId, canvas);
        else deck.detach(phoneId);
      },
      { rootMargin: '80px' },
    );
    watcher.observe(place);
    return () => {
      watcher.disconnect();
      deck.detach(phoneId);
    };
  }, [deck, phoneId, live]);

  return <div ref={host} className={styles.host} data-shown={shown} aria-hidden="true" />;
}

const canvases = new WeakMap<HTMLElement, HTMLCanvasElement>();
/** Canvases on which a picture was drawn, by phone id; those that were never in view are not among them. */
const shownNow = new Map<number, HTMLCanvasElement>();

/** Interval at which a following still is taken again. */
const FOLLOWING_MS = 1000;

/** Still copied from the phone's picture elsewhere on the page, or its last one; taken once, unless `follows`. Without a picture it shows eyes. */
export function StillPicture({ phoneId, follows = false }: { phoneId: number; follows?: boolean }) {
  const host = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    setDrawn(false);
    const take = () => {
      const source = shownNow.get(phoneId) ?? lastPicture(phoneId);
      const still = host.current;
      if (!still || !source || source.width === 0 || source.height === 0) return;
      [still.width, still.height] = [STILL_WIDTH, Math.round((STILL_WIDTH * source.height) / source.width)];
      try {
        still.getContext('2d')?.drawImage(source, 0, 0, still.width, still.height);
        setDrawn(true);
      } catch {
        // The canvas of a terminated worker cannot be copied.
      }
    };
    take();
    const timer = follows ? setInterval(take, FOLLOWING_MS) : undefined;
    return () => clearInterval(timer);
  }, [phoneId, follows]);
  // Thumbs and films around the still are hidden from screen readers already.
  return (
    <>
      {drawn ? null : (
        <span className={styles.blank}>
          <Eyes look="half" width={EYES_WIDTH} />
        </span>
      )}
      <canvas ref={host} width={0} height={0} className={styles.still} />
    </>
  );
}
