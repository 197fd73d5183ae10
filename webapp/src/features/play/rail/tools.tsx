// The tools of the rail, in order. A new tool is a component that renders a `RailButton`, and an entry in the table below.

import { ChevronLeft, Circle, Keyboard, RotateCw, Square } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { PlayStream } from '@/contract/constants';
import { constants } from '@/core/rules';
import { usePlayContext } from '../PlayContext';
import { PushFiles } from '../push/PushHere';
import type { PlayState } from '../session/playState';
import { ClipSwitch, PowerKey, SendClipboard, Shot, SoundSwitch, VolumeDown, VolumeUp } from './mediaTools';
import { RailButton } from './RailButton';
import { usePress } from './usePress';
import { Fullscreen, OwnSize, PictureInPicture, PopOut } from './viewTools';

export interface Tool {
  key: string;
  /** Group of the tool; lines separate the groups. */
  group: 'keys' | 'tools' | 'view';
  /** Members who get the tool: the one in control, everybody with the right to operate, or everybody who sees the phone. */
  needs: 'control' | 'operate' | 'view';
  /** Place on a phone's screen: the row under the picture, the sheet behind "more", or above the picture where the sheet would take the focus. */
  narrow: 'row' | 'sheet' | 'head';
  Button: ComponentType;
}

const all: readonly Tool[] = [
  { key: 'back', group: 'keys', needs: 'control', narrow: 'row', Button: BackKey },
  { key: 'home', group: 'keys', needs: 'control', narrow: 'row', Button: Home },
  { key: 'recents', group: 'keys', needs: 'control', narrow: 'row', Button: Recents },
  { key: 'volumeUp', group: 'tools', needs: 'control', narrow: 'row', Button: VolumeUp },
  { key: 'volumeDown', group: 'tools', needs: 'control', narrow: 'row', Button: VolumeDown },
  { key: 'power', group: 'tools', needs: 'control', narrow: 'row', Button: PowerKey },
  { key: 'rotate', group: 'tools', needs: 'control', narrow: 'sheet', Button: Rotate },
  { key: 'shot', group: 'tools', needs: 'operate', narrow: 'sheet', Button: Shot },
  { key: 'clipboard', group: 'tools', needs: 'control', narrow: 'sheet', Button: SendClipboard },
  { key: 'push', group: 'tools', needs: 'control', narrow: 'sheet', Button: PushFiles },
  { key: 'keyboard', group: 'tools', needs: 'control', narrow: 'head', Button: KeyboardSwitch },
  { key: 'clip', group: 'tools', needs: 'operate', narrow: 'sheet', Button: ClipSwitch },
  { key: 'sound', group: 'tools', needs: 'view', narrow: 'sheet', Button: SoundSwitch },
  { key: 'ownSize', group: 'view', needs: 'view', narrow: 'sheet', Button: OwnSize },
  { key: 'pip', group: 'view', needs: 'view', narrow: 'sheet', Button: PictureInPicture },
  { key: 'popOut', group: 'view', needs: 'view', narrow: 'sheet', Button: PopOut },
  { key: 'fullscreen', group: 'view', needs: 'view', narrow: 'sheet', Button: Fullscreen },
];

/** Whether this session may save screenshots and clips: a right to view does not include them. */
export const takesPictures = ({ level }: Pick<PlayState, 'level'>): boolean => level !== PlayStream.levelView;

/** Tools that a session offers. */
export const toolsOf = (state: Pick<PlayState, 'control' | 'level'>): Tool[] =>
  all.filter(({ needs }) => needs === 'view' || (needs === 'control' ? state.control : takesPictures(state)));

function BackKey() {
  const { t } = useTranslation();
  return <RailButton label={t('play.back')} icon={ChevronLeft} onClick={usePress(constants().keycodeBack)} />;
}

function Home() {
  const { t } = useTranslation();
  return <RailButton label={t('play.home')} icon={Circle} onClick={usePress(constants().keycodeHome)} />;
}

function Recents() {
  const { t } = useTranslation();
  return <RailButton label={t('play.recents')} icon={Square} onClick={usePress(constants().keycodeAppSwitch)} />;
}

function Rotate() {
  const { t } = useTranslation();
  const { handle } = usePlayContext();
  return <RailButton label={t('play.rotate')} icon={RotateCw} onClick={() => handle?.rotate()} />;
}

function KeyboardSwitch() {
  const { t } = useTranslation();
  const { keyboard } = usePlayContext();
  return (
    <RailButton
      label={t('play.capture')}
      icon={Keyboard}
      pressed={keyboard.captured}
      // Reads the document's focus: on a phone's screen a click may come before the state knows that the focus moved.
      onClick={() => (document.activeElement === keyboard.field.current ? keyboard.release() : keyboard.capture())}
    />
  );
}
