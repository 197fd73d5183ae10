// The keyboard of the play page: a field the size of nothing takes keys, text, composition and paste, and passes them to the phone.
import {
  type ClipboardEvent,
  type CompositionEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { PlayHandle } from '@/core/stream';
import type { Keymapping } from '../keymap/useKeymap';
import type { PlayState } from '../session/playState';
import { forClipboard } from './cutText';
import { LEAVE_MS, metaState, phoneKey } from './keys';

export interface Keyboard {
  field: RefObject<HTMLTextAreaElement | null>;
  /** Whether keys go to the phone now. */
  captured: boolean;
  /** What is being composed, shown near the phone until it is sent. */
  composing: string;
  capture: () => void;
  release: () => void;
  /** Handlers of the field. */
  handlers: {
    onFocus: () => void;
    onBlur: () => void;
    onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
    onKeyUp: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
    onInput: () => void;
    onCompositionUpdate: (event: CompositionEvent) => void;
    onCompositionEnd: () => void;
    onPaste: (event: ClipboardEvent) => void;
  };
}

interface More {
  /** Told of a paste that was cut to so many KiB: the phone's clipboard takes no more. */
  onCut: (kib: number) => void;
  /** Asked first: whether a key is a finger of the key mapping. */
  mapped: Keymapping['pressed'];
}

export function useKeyboard(handle: PlayHandle | null, control: boolean, { onCut, mapped }: More): Keyboard {
  const field = useRef<HTMLTextAreaElement>(null);
  const [captured, setCaptured] = useState(false);
  const [composing, setComposing] = useState('');
  // Held keys by `code`, null for those that are fingers, so that all of them are let go when the focus leaves in between.
  const held = useRef(new Map<string, number | null>());
  const repeats = useRef(0);
  const lastEscape = useRef(Number.NEGATIVE_INFINITY);
  const active = control ? handle : null;

  const letGo = () => {
    for (const [code, keycode] of held.current) {
      if (keycode === null) mapped(code, false, false);
      else active?.key(1, keycode, 0, 0);
    }
    held.current.clear();
  };
  const release = () => field.current?.blur();

  // Without control there is nothing to capture for.
  useEffect(() => {
    if (!active) field.current?.blur();
  }, [active]);

  const flush = () => {
    const area = field.current;
    if (!area?.value) return;
    active?.text(area.value);
    area.value = '';
  };

  return {
    field,
    captured,
    composing,
    capture: () => field.current?.focus({ preventScroll: true }),
    release,
    handlers: {
      onFocus: () => setCaptured(true),
      onBlur: () => {
        letGo();
        setCaptured(false);
        setComposing('');
      },
      onKeyDown: (event) => {
        if (!event.nativeEvent.isComposing && mapped(event.code, true, event.repeat)) {
          event.preventDefault();
          event.stopPropagation();
          held.current.set(event.code, null);
          return;
        }
        const keycode = phoneKey(event.nativeEvent);
        if (keycode === null) return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Escape') {
          const twice = event.timeStamp - lastEscape.current < LEAVE_MS;
          lastEscape.current = event.timeStamp;
          if (twice && !event.repeat) return release();
        }
        repeats.current = event.repeat ? repeats.current + 1 : 0;
        held.current.set(event.code, keycode);
        active?.key(0, keycode, repeats.current, metaState(event.nativeEvent));
      },
      onKeyUp: (event) => {
        const keycode = held.current.get(event.code);
        if (keycode === undefined) return;
        held.current.delete(event.code);
        if (keycode === null) {
          mapped(event.code, false, false);
          return;
        }
        active?.key(1, keycode, 0, metaState(event.nativeEvent));
      },
      onInput: () => {
        if (!composing) flush();
      },
      onCompositionUpdate: (event) => setComposing(event.data),
      onCompositionEnd: () => {
        setComposing('');
        flush();
      },
      onPaste: (event) => {
        event.preventDefault();
        const text = event.clipboardData.getData('text/plain');
        if (!text || !active) return;
        const { fits, cutToKib } = forClipboard(text);
        active.paste(fits);
        if (cutToKib !== null) onCut(cutToKib);
      },
    },
  };
}

/** Ready to type as soon as the phone is there, unless the member is somewhere else; never by raising a soft keyboard. */
export function useReadyToType(
  state: PlayState,
  { capture }: Keyboard,
  heading: RefObject<HTMLHeadingElement | null>,
): void {
  const ready = state.phase === 'live' && state.control;
  const take = useRef(capture);
  take.current = capture;
  useEffect(() => {
    const idle = document.activeElement === document.body || document.activeElement === heading.current;
    if (ready && idle && window.matchMedia('(pointer: fine)').matches) take.current();
  }, [ready, heading]);
}
