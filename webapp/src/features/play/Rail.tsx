// The phone's keys beside it (below it on a phone): back, home, recents; rotate, keyboard, fullscreen.
import { Tooltip } from 'antd';
import { ChevronLeft, Circle, Ellipsis, Keyboard, type LucideIcon, Maximize2, RotateCw, Square } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { constants } from '@/core/rules';
import type { PlayHandle } from '@/core/stream';
import styles from './PlayPage.module.css';

interface Props {
  handle: PlayHandle | null;
  control: boolean;
  captured: boolean;
  onKeyboard: () => void;
  onFullscreen: () => void;
  /** Opens the panel as a sheet; only where there is no room beside the phone. */
  onMore?: (() => void) | undefined;
}

interface Item {
  key: string;
  label: string;
  icon: LucideIcon;
  onClick: () => void;
  pressed?: boolean;
}

export function Rail({ handle, control, captured, onKeyboard, onFullscreen, onMore }: Props) {
  const { t } = useTranslation();
  const { keycodeBack, keycodeHome, keycodeAppSwitch } = constants();
  const press = (keycode: number) => () => {
    handle?.key(0, keycode, 0, 0);
    handle?.key(1, keycode, 0, 0);
  };
  const keys: Item[] = [
    { key: 'back', label: t('play.back'), icon: ChevronLeft, onClick: press(keycodeBack) },
    { key: 'home', label: t('play.home'), icon: Circle, onClick: press(keycodeHome) },
    { key: 'recents', label: t('play.recents'), icon: Square, onClick: press(keycodeAppSwitch) },
  ];
  const tools: Item[] = [
    ...(control
      ? [
          { key: 'rotate', label: t('play.rotate'), icon: RotateCw, onClick: () => handle?.rotate() },
          { key: 'keyboard', label: t('play.capture'), icon: Keyboard, onClick: onKeyboard, pressed: captured },
        ]
      : []),
    { key: 'fullscreen', label: t('play.fullscreen'), icon: Maximize2, onClick: onFullscreen },
    ...(onMore ? [{ key: 'more', label: t('play.more'), icon: Ellipsis, onClick: onMore }] : []),
  ];
  return (
    <div className={styles.rail} role="toolbar" aria-label={t('play.sentTo')}>
      {(control ? [keys, tools] : [tools]).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups never move.
        <Fragment key={index}>
          {index > 0 ? <hr className={styles.railLine} /> : null}
          {group.map(({ key, label, icon: Icon, onClick, pressed }) => (
            <Tooltip key={key} title={label} placement="right">
              <button
                type="button"
                className={`owl-plain-button ${styles.railButton}`}
                aria-label={label}
                aria-pressed={pressed}
                // The phone's keyboard field keeps the focus while its keys are clicked.
                onPointerDown={(event) => event.preventDefault()}
                onClick={onClick}
              >
                <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
              </button>
            </Tooltip>
          ))}
        </Fragment>
      ))}
    </div>
  );
}
