// The clip behind a link, with its scrubber. It plays while the page's socket is open, by which the page is counted, and is over with it.
import { Button, ConfigProvider } from 'antd';
import { Play } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/shell/usePageTitle';
import { Eyes } from '@/ui/Eyes';
import { EmptyState } from '@/ui/states/EmptyState';
import { ClockSkew } from '@/ui/time/useNow';
import { useFullscreen } from '@/ui/useFullscreen';
import { useWide } from '@/ui/useWide';
import styles from './Clip.module.css';
import { ClipControls } from './ClipControls';
import { LinkHead, LinkTime, useDark, useStanding } from './LinkFrame';
import type { Over } from './SharedPage';
import { useClip } from './useClip';
import { useClipSocket } from './useClipSocket';
import type { LinkPage } from './visitorApi';

/** In full screen only what lies inside the stage is seen: tooltips go there too. */
const popupPlace = () =>
  document.fullscreenElement instanceof HTMLElement ? document.fullscreenElement : document.body;

/** The first picture, not the black before it: Safari shows none of a clip that was not played. */
const FIRST_PICTURE = '#t=0.001';

interface Props {
  page: LinkPage;
  address: string;
  onOver: (why: Over) => void;
}

export function ClipPlayer({ page, address, onOver }: Props) {
  const { t } = useTranslation();
  useDark();
  const wide = useWide();
  const heading = usePageTitle(t('links.clip'));
  const [skew] = useState(() => page.now - Date.now());
  const gone = useCallback(() => onOver('gone'), [onOver]);
  const standing = useStanding(page.accessToken, gone);
  const counted = useClipSocket(page, onOver);
  const stage = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const screen = useFullscreen(() => stage.current);
  const time = { since: page.createTime, until: standing?.untilTime ?? page.untilTime };
  // Safari on a phone has no full screen but the video's own.
  const fullscreen = () => {
    const own = video.current as (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null;
    if (stage.current && !('requestFullscreen' in stage.current)) own?.webkitEnterFullscreen?.();
    else screen.toggle();
  };
  const clip = useClip(video, counted, fullscreen);
  return (
    <ClockSkew value={skew}>
      <ConfigProvider getPopupContainer={popupPlace}>
        <main ref={stage} className={styles.page} data-wide={wide}>
          <LinkHead heading={heading} name={t('links.clip')} wide={wide} {...time} standing={standing} />
          <div className={styles.room}>
            <video
              ref={video}
              className={styles.video}
              src={clip.begun ? `${address}${FIRST_PICTURE}` : undefined}
              preload="metadata"
              playsInline
              disableRemotePlayback
              aria-label={t('links.clip')}
              onClick={clip.toggle}
              {...clip.events}
            />
            {clip.state === 'failed' ? (
              <div className={styles.over} role="alert">
                <EmptyState look="crossed" title={t('links.clipFailed')} text={t('links.clipFailedText')}>
                  <Button onClick={clip.again}>{t('links.again')}</Button>
                </EmptyState>
              </div>
            ) : clip.state === 'loading' ? (
              <div className={styles.over} role="status" aria-label={t('links.clipLoading')}>
                <Eyes look="half" width={64} />
              </div>
            ) : clip.playing ? null : (
              <button type="button" className={`owl-plain-button ${styles.begin}`} tabIndex={-1} onClick={clip.toggle}>
                <Play size={32} strokeWidth={1.6} aria-hidden="true" />
                <span className="owl-hidden-text">{t('links.play')}</span>
              </button>
            )}
          </div>
          <ClipControls clip={clip} full={screen.on} onFullscreen={fullscreen} />
          {wide ? null : <LinkTime {...time} />}
        </main>
      </ConfigProvider>
    </ClockSkew>
  );
}
