// Tab of the keyboard: switch of the capture, the keys' meaning on the phone, and the key mapping.
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { KeymapEditor } from '../keymap/KeymapEditor';
import { usePlayContext } from '../PlayContext';
import styles from './Panel.module.css';

export function KeysTab() {
  const { t } = useTranslation();
  const { captured, capture, release } = usePlayContext().keyboard;
  return (
    <>
      <div className={styles.switch}>
        <h2 id="play-capture">{t('play.capture')}</h2>
        {/* A press on the switch must not move the focus: the switch itself gives it to the keyboard field or takes it. */}
        <span onPointerDown={(event) => event.preventDefault()}>
          <Switch checked={captured} onChange={(on) => (on ? capture() : release())} aria-labelledby="play-capture" />
        </span>
      </div>
      <p className={styles.hint}>{t(captured ? 'play.captured' : 'play.paused')}</p>
      <ul className={styles.keys}>
        <li>
          <kbd>Esc</kbd> {t('play.keyEsc')}
        </li>
        <li>
          <kbd>Esc</kbd> <kbd>Esc</kbd> {t('play.keyLeave')}
        </li>
        <li>
          <kbd>Ctrl</kbd> {t('play.keyPinch')}
        </li>
        <li>
          <kbd>Ctrl</kbd> <kbd>V</kbd> {t('play.keyPaste')}
        </li>
        <li>
          <kbd>{t('play.keyWheel')}</kbd> {t('play.keyWheelDoes')}
        </li>
      </ul>
      <KeymapEditor />
    </>
  );
}
