// The phone that is played: a full play session whose inputs also go to the followers.
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlayHandle } from '@/core/stream';
import type { Phone } from '@/features/phones/api';
import { useClipboard } from '@/features/play/input/useClipboard';
import { useInputToasts } from '@/features/play/input/useInputToasts';
import { useKeyboard, useReadyToType } from '@/features/play/input/useKeyboard';
import { useKeymap } from '@/features/play/keymap/useKeymap';
import type { Play } from '@/features/play/PlayContext';
import { type Session, usePlay } from '@/features/play/session/usePlay';
import { useReport } from '@/features/play/session/useReport';
import { useShots } from '@/features/play/shots/useShots';
import { useSound } from '@/features/play/sound/useSound';
import { useControlToasts } from '@/features/play/together/useControlToasts';
import { useView } from '@/features/play/view/useView';
import { useToasts } from '@/ui/announce/Toasts';
import type { Group } from '../useGroup';
import { useFanOut } from './useFanOut';

interface MasterOptions {
  phone: Phone;
  group: Group;
  sync: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
}

interface Master {
  play: Play;
  /** Handle that sends to the master alone; null while the master takes no input. */
  alone: PlayHandle | null;
}

/** The earlier of two times; null stands for never. */
const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

export function useMaster({ phone, group, sync, heading }: MasterOptions): Master {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { phoneId } = phone;
  const name = phone.phoneAlias || phone.owlId;
  const [attempt, setAttempt] = useState(0);
  const stage = useRef<HTMLDivElement>(null);
  const played = usePlay({ phoneId, mode: 'control', attempt });
  const handle = useFanOut(played, group, sync);
  // Session and group both end by inactivity, and one keep-alive postpones both ends.
  const state = { ...played.state, idleEndsAt: earlier(played.state.idleEndsAt, group.state.idleEndsAt) };
  const session: Session = { ...played, handle, state };
  const keymapping = useKeymap(phoneId, session);
  const keyboard = useKeyboard(session.handle, state.control, {
    onCut: (kib) => toasts.warned(t('play.clipboardCut', { kib }), { key: 'clipboard' }),
    mapped: keymapping.pressed,
  });
  useReadyToType(state, keyboard, heading);
  useReport(phoneId, state);
  useInputToasts(session);
  useControlToasts(session);
  const tools = {
    keymapping,
    keyboard,
    clipboard: useClipboard(session),
    shots: useShots(session, name),
    sound: useSound(session),
    view: useView(session),
  };
  const reopen = () => setAttempt((n) => n + 1);
  return {
    // The master's column is as narrow as a phone's screen, also on a desktop.
    play: { ...session, ...tools, phoneId, name, phone, stage, wide: false, reopen },
    alone: played.state.control && played.state.phase === 'live' ? played.handle : null,
  };
}
