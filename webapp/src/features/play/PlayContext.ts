// Context of the play page: every tool, tab and figure reads the session from it, so that a new one needs no wiring through the page.
import { createContext, type RefObject, useContext } from 'react';
import type { Phone } from '@/features/phones/api';
import type { PhoneClipboard } from './input/useClipboard';
import type { Keyboard } from './input/useKeyboard';
import type { Keymapping } from './keymap/useKeymap';
import type { Session } from './session/usePlay';
import type { Shots } from './shots/useShots';
import type { Sound } from './sound/useSound';
import type { View } from './view/useView';

export interface Play extends Session {
  phoneId: number;
  /** Name of the phone for people: its alias, or its id. */
  name: string;
  /** Data of the phone; undefined until the list has answered. */
  phone: Phone | undefined;
  keyboard: Keyboard;
  clipboard: PhoneClipboard;
  keymapping: Keymapping;
  shots: Shots;
  sound: Sound;
  view: View;
  /** The element that is shown in full screen. */
  stage: RefObject<HTMLDivElement | null>;
  /** True on a desktop-sized window, false on a phone's screen. */
  wide: boolean;
  /** True inside another site's page, where no link may lead to the console. */
  embedded?: boolean;
  /** Opens the same phone again. */
  reopen: () => void;
}

const Context = createContext<Play | null>(null);

export const PlayProvider = Context.Provider;

/** The session of this page. Throws outside of it. */
export function usePlayContext(): Play {
  const play = useContext(Context);
  if (!play) throw new Error('a piece of the play page stands outside of it');
  return play;
}
