// Tools for media: volume and power keys, screenshot, clip, sound, clipboard.
import { Camera, CircleStop, ClipboardPaste, Headphones, Power, Video, Volume1, Volume2, VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { constants } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { usePlayContext } from '../PlayContext';
import { RailButton } from './RailButton';
import { usePress } from './usePress';

export function VolumeUp() {
  const { t } = useTranslation();
  return <RailButton label={t('play.volumeUp')} icon={Volume2} onClick={usePress(constants().keycodeVolumeUp)} />;
}

export function VolumeDown() {
  const { t } = useTranslation();
  return <RailButton label={t('play.volumeDown')} icon={Volume1} onClick={usePress(constants().keycodeVolumeDown)} />;
}

export function PowerKey() {
  const { t } = useTranslation();
  return <RailButton label={t('play.power')} icon={Power} onClick={usePress(constants().keycodePower)} />;
}

export function Shot() {
  const { t } = useTranslation();
  const { shots } = usePlayContext();
  return <RailButton label={t('play.shot')} icon={Camera} onClick={shots.save} />;
}

export function ClipSwitch() {
  const { t } = useTranslation();
  const { shots, state } = usePlayContext();
  const toasts = useToasts();
  // Screenshot mode has no video stream that could be recorded.
  const screenshots = state.stats.at(-1)?.decoder === 'stills';
  return (
    <RailButton
      label={t(state.clip ? 'play.clipEnd' : 'play.clip')}
      icon={state.clip ? CircleStop : Video}
      pressed={state.clip !== null}
      onClick={() => (screenshots ? toasts.warned(t('play.clipStills'), { key: 'clip' }) : shots.toggleClip())}
    />
  );
}

export function SoundSwitch() {
  const { t } = useTranslation();
  const { sound } = usePlayContext();
  const toasts = useToasts();
  return (
    <RailButton
      label={t('play.sound')}
      icon={sound.on ? Headphones : VolumeX}
      pressed={sound.on}
      onClick={() => (sound.possible ? sound.toggle() : toasts.warned(t('play.soundNotHere'), { key: 'sound' }))}
    />
  );
}

export function SendClipboard() {
  const { t } = useTranslation();
  const { clipboard, state } = usePlayContext();
  const toasts = useToasts();
  return (
    <RailButton
      label={t('play.clipboardSend')}
      icon={ClipboardPaste}
      onClick={() =>
        state.clipboardShared ? clipboard.send() : toasts.noted(t('play.clipboardOff'), { key: 'clipboard' })
      }
    />
  );
}
