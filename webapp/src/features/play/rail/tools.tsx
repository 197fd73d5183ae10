// The tools of the rail, in order. A new one is a component that renders a `RailButton`, and a line in the table below.
import { ChevronLeft, Circle, Keyboard, RotateCw, Square } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { constants } from '@/core/rules';
import { usePlayContext } from '../PlayContext';
import { ClipSwitch, PowerKey, SendClipboard, Shot, SoundSwitch, VolumeDown, VolumeUp } from './mediaTools';
import { RailButton } from './RailButton';
import { usePress } from './usePress';
import { Fullscreen, OwnSize, PictureInPicture, PopOut } from './viewTools';

export interface Tool {
  key: string;
  /** Stands between lines with others of its group. */
  group: 'keys' | 'tools' | 'view';
  /** Absent for those who only watch. */
  control: boolean;
  /** On a phone's screen: in the row under the picture, or in the sheet behind "more". */
  narrow: 'row' | 'sheet';
  Button: ComponentType;
}

export const tools: readonly Tool[] = [
  { key: 'back', group: 'keys', control: true, narrow: 'row', Button: Back },
  { key: 'home', group: 'keys', control: true, narrow: 'row', Button: Home },
  { key: 'recents', group: 'keys', control: true, narrow: 'row', Button: Recents },
  { key: 'volumeUp', group: 'tools', control: true, narrow: 'sheet', Button: VolumeUp },
  { key: 'volumeDown', group: 'tools', control: true, narrow: 'sheet', Button: VolumeDown },
  { key: 'power', group: 'tools', control: true, narrow: 'sheet', Button: PowerKey },
  { key: 'rotate', group: 'tools', control: true, narrow: 'row', Button: Rotate },
  { key: 'shot', group: 'tools', control: false, narrow: 'sheet', Button: Shot },
  { key: 'clipboard', group: 'tools', control: true, narrow: 'sheet', Button: SendClipboard },
  { key: 'keyboard', group: 'tools', control: true, narrow: 'row', Button: KeyboardSwitch },
  { key: 'clip', group: 'tools', control: false, narrow: 'sheet', Button: ClipSwitch },
  { key: 'sound', group: 'tools', control: false, narrow: 'row', Button: SoundSwitch },
  { key: 'ownSize', group: 'view', control: false, narrow: 'sheet', Button: OwnSize },
  { key: 'pip', group: 'view', control: false, narrow: 'sheet', Button: PictureInPicture },
  { key: 'popOut', group: 'view', control: false, narrow: 'sheet', Button: PopOut },
  { key: 'fullscreen', group: 'view', control: false, narrow: 'sheet', Button: Fullscreen },
];

function Back() {
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
      // Asked of the document: a click on a phone's screen may come before the state knows that the focus moved.
      onClick={() => (document.activeElement === keyboard.field.current ? keyboard.release() : keyboard.capture())}
    />
  );
}
