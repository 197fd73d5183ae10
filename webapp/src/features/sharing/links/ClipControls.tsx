// The bar below a clip: play, scrubber, time, sound, full screen.
import { Slider } from 'antd';
import { Maximize2, Minimize2, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import type { ComponentType, SVGProps } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '@/core/rules';
import styles from './Clip.module.css';
import type { Clip } from './useClip';

const STEP_S = 0.1;

interface Props {
  clip: Clip;
  full: boolean;
  onFullscreen: () => void;
}

export function ClipControls({ clip, full, onFullscreen }: Props) {
  const { t } = useTranslation();
  const { playing, muted, at, length } = clip;
  const clock = (seconds = 0) => formatClock(seconds * 1000);
  return (
    <div className={styles.controls}>
      <Tool label={t(playing ? 'links.pause' : 'links.play')} icon={playing ? Pause : Play} onClick={clip.toggle} />
      <Slider
        className={styles.scrubber ?? ''}
        min={0}
        max={length || 1}
        step={STEP_S}
        value={at}
        disabled={length === 0}
        onChange={clip.seek}
        tooltip={{ formatter: clock }}
        ariaLabelForHandle={t('links.scrubber')}
        ariaValueTextFormatterForHandle={(value) => t('links.scrubberAt', { at: clock(value), length: clock(length) })}
      />
      <span className={`owl-figures owl-nowrap ${styles.time}`}>
        <b>{clock(at)}</b> / {clock(length)}
      </span>
      <Tool label={t(muted ? 'links.unmute' : 'links.mute')} icon={muted ? VolumeX : Volume2} onClick={clip.mute} />
      <Tool
        label={t(full ? 'links.fullscreenOff' : 'links.fullscreen')}
        icon={full ? Minimize2 : Maximize2}
        onClick={onFullscreen}
      />
    </div>
  );
}

interface ToolProps {
  label: string;
  icon: ComponentType<SVGProps<SVGSVGElement> & { size?: number }>;
  onClick: () => void;
}

function Tool({ label, icon: Icon, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={`owl-plain-button ${styles.tool}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}
