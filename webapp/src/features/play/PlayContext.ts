// What every piece of the play page may ask for, so that a new tool, tab or figure needs no wiring through the page.
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
  /** For people: its name, or its id. */
  name: string;
  /** Its facts, once they are known. */
  phone: Phone | undefined;
  keyboard: Keyboard;
  clipboard: PhoneClipboard;
  keymapping: Keymapping;
  shots: Shots;
  sound: Sound;
  view: View;
  /** What fills the screen in full screen. */
  stage: RefObject<HTMLDivElement | null>;
  /** A desk; else a phone's screen. */
  wide: boolean;
  /** Inside somebody else's page: there is no console to go to. */
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
