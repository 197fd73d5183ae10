// Tools for the view: pixel size, full screen, picture in picture, a window of its own.
import { ExternalLink, Maximize2, Minimize2, PictureInPicture2, Scaling } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { BASE, paths } from '@/app/paths';
import { useToasts } from '@/ui/announce/Toasts';
import { useFullscreen } from '@/ui/useFullscreen';
import { usePlayContext } from '../PlayContext';
import { RailButton } from './RailButton';

export function Fullscreen() {
  const { t } = useTranslation();
  const { stage } = usePlayContext();
  const { on, toggle } = useFullscreen(() => stage.current);
  return <RailButton label={t('play.fullscreen')} icon={on ? Minimize2 : Maximize2} pressed={on} onClick={toggle} />;
}

export function OwnSize() {
  const { t } = useTranslation();
  const { view } = usePlayContext();
  return (
    <RailButton
      label={t('play.ownSize')}
      icon={Scaling}
      pressed={view.ownSize}
      onClick={() => view.setOwnSize(!view.ownSize)}
    />
  );
}

export function PictureInPicture() {
  const { t } = useTranslation();
  const { view } = usePlayContext();
  const toasts = useToasts();
  return (
    <RailButton
      label={t('play.pip')}
      icon={PictureInPicture2}
      pressed={view.above}
      onClick={() => {
        view.toggleAbove().catch(() => toasts.warned(t('play.noPip'), { key: 'pip' }));
      }}
    />
  );
}

/** Opens the page in a small window; this one goes back to the list, since a phone is controlled in one place. */
export function PopOut() {
  const { t } = useTranslation();
  const { phoneId, state } = usePlayContext();
  const navigate = useNavigate();
  const toasts = useToasts();
  const onClick = () => {
    const address = `${BASE}${paths.play(phoneId, state.level === 1 ? 'view' : undefined)}`;
    // Without "noopener": with it a blocked window could not be told from one that opened.
    const opened = window.open(address, `owldeck-phone-${phoneId}`, 'popup,width=412,height=900');
    if (opened) void navigate(paths.home);
    else toasts.warned(t('play.noPopOut'), { key: 'pop-out' });
  };
  return <RailButton label={t('play.popOut')} icon={ExternalLink} onClick={onClick} />;
}
