// Group control: one phone is played and the others follow. A group is a deck with a master, in the worker of all decks.
import type { GroupEvent, PlayInput } from '@owldeck/stream';
import { locale } from '../storage';
import { nothing, type StartedDeck, startDeck } from './deck';
import { refusalWords } from './refusals';
import type { GroupHandle, OpenGroupOptions, RefusedReason } from './types';

function dispatchEvent(options: OpenGroupOptions, event: GroupEvent): void {
  switch (event.type) {
    case 'followers':
      options.onFollowers(event.changed);
      return;
    case 'idleWarning':
      options.onIdleWarning(event.seconds);
      return;
    case 'refused':
      options.onRefused(event.code, event.msg);
      return;
    case 'ended':
      options.onEnded(event.reason, event.detail);
  }
}

/** Opens a group; it connects when it has phones, the master among them, and nobody follows before it is included. */
export function openGroup(options: OpenGroupOptions): GroupHandle {
  let closed = false;
  const refuse = (reason: RefusedReason) => options.onRefused(0, refusalWords(reason, options.lang ?? locale.get()));
  const started = startDeck(options, {
    master: options.master,
    onEvent: (event) => dispatchEvent(options, event),
    onFailed: () => refuse('notLoaded'),
  });
  if (!started) {
    queueMicrotask(() => {
      if (!closed) refuse('tooOld');
    });
  }
  const deck = started?.deck ?? 0;
  const post: StartedDeck['post'] = (message) => started?.post(message);
  const handle = started?.handle ?? nothing;
  const all = (input: PlayInput, landscape: boolean | null = null) =>
    post({ type: 'inputAll', deck, input, landscape });
  return {
    ...handle,
    include: (phoneId) => post({ type: 'include', deck, phoneId }),
    exclude: (phoneId) => post({ type: 'exclude', deck, phoneId }),
    touch: (action, pointer, x, y, pressure, landscape) =>
      all({ type: 'touch', action, pointer, x, y, pressure }, landscape),
    scroll: (x, y, horizontal, vertical, landscape) => all({ type: 'scroll', x, y, horizontal, vertical }, landscape),
    key: (action, keycode, repeat, meta) => all({ type: 'key', action, keycode, repeat, meta }),
    text: (text) => all({ type: 'text', text }),
    paste: (text) => all({ type: 'paste', text }),
    rotate: () => all({ type: 'rotate' }),
    textTo: (phoneId, text) => post({ type: 'inputOne', deck, phoneId, input: { type: 'text', text } }),
    stay: () => post({ type: 'stay', deck }),
    close: () => {
      closed = true;
      handle.close();
    },
  };
}
