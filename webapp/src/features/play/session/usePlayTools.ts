// Tools of a play session: keyboard, key mapping, clipboard, screenshots and clips, sound, view.
import { useTranslation } from 'react-i18next';
import { useToasts } from '@/ui/announce/Toasts';
import { useClipboard } from '../input/useClipboard';
import { useKeyboard } from '../input/useKeyboard';
import { useKeymap } from '../keymap/useKeymap';
import type { Play } from '../PlayContext';
import { useShots } from '../shots/useShots';
import { useSound } from '../sound/useSound';
import { useView } from '../view/useView';
import type { Session } from './usePlay';

type PlayTools = Pick<Play, 'keymapping' | 'keyboard' | 'clipboard' | 'shots' | 'sound' | 'view'>;

export function usePlayTools(phoneId: number, session: Session, name: string): PlayTools {
  const { t } = useTranslation();
  const toasts = useToasts();
  const keymapping = useKeymap(phoneId, session);
  const keyboard = useKeyboard(session.handle, session.state.control, {
    onCut: (kib) => toasts.warned(t('play.clipboardCut', { kib }), { key: 'clipboard' }),
    mapped: keymapping.pressed,
  });
  return {
    keymapping,
    keyboard,
    clipboard: useClipboard(session),
    shots: useShots(session, name),
    sound: useSound(session),
    view: useView(session),
  };
}
