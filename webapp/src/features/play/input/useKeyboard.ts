// The keyboard of the play page: an invisible text field takes keys, text, composition and paste, and sends them to the phone.
import {
  type ClipboardEvent,
  type CompositionEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { KeyAction } from '@/contract/constants';
import { keyOfEdit, type PhoneKey, phoneKey } from '@/core/rules';
import type { PlayHandle } from '@/core/stream';
import type { Keymapping } from '../keymap/useKeymap';
import type { PlayState } from '../session/playState';
import { forClipboard } from './cutText';

/** Time within which two presses of Escape release the keyboard. */
const LEAVE_MS = 600;

export interface Keyboard {
  field: RefObject<HTMLTextAreaElement | null>;
  /** Whether the field has the focus, so that keys go to the phone. */
  captured: boolean;
  /** Text of an input method's composition, shown near the phone until it is sent. */
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
  /** Called when a paste was cut to a number of KiB, the most that the phone's clipboard takes. */
  onCut: (kib: number) => void;
  /** Called first with each key: answers whether the key mapping has taken it. */
  mapped: Keymapping['pressed'];
}

export function useKeyboard(handle: PlayHandle | null, control: boolean, { onCut, mapped }: More): Keyboard {
  const field = useRef<HTMLTextAreaElement>(null);
  const [captured, setCaptured] = useState(false);
  const [composing, setComposing] = useState('');
  // Keys that are down, by `code` (null where the key mapping took it), so that all are released when the focus leaves.
  const held = useRef(new Map<string, PhoneKey | null>());
  const repeats = useRef(0);
  const lastEscape = useRef(Number.NEGATIVE_INFINITY);
  const active = control ? handle : null;

  const lift = (code: string, key: PhoneKey | null) => {
    held.current.delete(code);
    if (key) active?.key(KeyAction.up, key.keycode, 0, key.meta);
    else mapped(code, false, false);
  };
  const letGo = () => {
    for (const [code, key] of held.current) lift(code, key);
  };
  const release = () => field.current?.blur();

  // The end of control releases the keyboard.
  useEffect(() => {
    if (!active) field.current?.blur();
  }, [active]);

  const flush = () => {
    const area = field.current;
    if (!area?.value) return;
    active?.text(area.value);
    area.value = '';
  };

  useEffect(() => {
    const area = field.current;
    if (!area || !active) return;
    // Native listener: React's event of this name is a different one.
    const onBeforeInput = (event: InputEvent) => {
      const key = event.isComposing ? undefined : keyOfEdit(event.inputType);
      if (!key) return;
      event.preventDefault();
      stroke(active, key);
    };
    area.addEventListener('beforeinput', onBeforeInput);
    return () => area.removeEventListener('beforeinput', onBeforeInput);
  }, [active]);

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
        const key = phoneKey(event.nativeEvent);
        if (!key) return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Escape') {
          const twice = event.timeStamp - lastEscape.current < LEAVE_MS;
          lastEscape.current = event.timeStamp;
          if (twice && !event.repeat) return release();
        }
        // Soft keyboards send no `code`, and some send no keyup.
        if (!event.code) return stroke(active, key);
        repeats.current = event.repeat ? repeats.current + 1 : 0;
        // Num Lock or the layout changed while the key was down: its `code` means another key now.
        const before = held.current.get(event.code);
        if (before && before.keycode !== key.keycode) lift(event.code, before);
        held.current.set(event.code, key);
        active?.key(KeyAction.down, key.keycode, repeats.current, key.meta);
      },
      onKeyUp: (event) => {
        // macOS sends no keyup while ⌘ is held.
        if (event.key === 'Meta') return letGo();
        const key = held.current.get(event.code);
        if (key !== undefined) lift(event.code, key);
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

/** Presses and releases a key. */
function stroke(handle: PlayHandle | null, { keycode, meta }: PhoneKey): void {
  handle?.key(KeyAction.down, keycode, 0, meta);
  handle?.key(KeyAction.up, keycode, 0, meta);
}

/** Captures the keyboard once the phone is live, unless the focus is elsewhere; never where that would raise a soft keyboard. */
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
