// The page's first line: how many are in the group, whether they are in sync, how they are shown, and the way out. On a phone's screen it
// also chooses which side is shown.
import { Button, Segmented, Slider, Switch, Tooltip } from 'antd';
import { ArrowLeft, LayoutGrid, LogOut, MonitorPlay } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { constants } from '@/core/rules';
import { useWide } from '@/ui/useWide';
import { IdleChip } from '../stage/Chips';
import { useGroupPlay } from './GroupContext';
import styles from './GroupHead.module.css';

export type Side = 'master' | 'followers';

const COLUMNS = { min: 6, max: 12 } as const;
const ICON = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

interface Props {
  heading: RefObject<HTMLHeadingElement | null>;
  side: Side;
  onSide: (side: Side) => void;
}

export function GroupHead({ heading, side, onSide }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  const { followers, standings, sync } = useGroupPlay();
  const following = [...standings.values()].filter(({ state }) => state === 'follows').length;
  return (
    <>
      <div className={styles.head} data-wide={wide}>
        {wide ? null : <End wide={false} />}
        <h1 ref={heading} tabIndex={-1} className={wide ? styles.title : 'owl-hidden-text'}>
          {t('pages.groupControl')}
        </h1>
        {wide ? (
          <span className={`owl-figures ${styles.facts}`}>
            {t('group.facts', { count: followers.length, max: constants().groupMax })}
          </span>
        ) : (
          <Segmented<Side>
            className={styles.sides ?? ''}
            aria-label={t('group.shown')}
            value={side}
            onChange={onSide}
            options={[
              { value: 'master', label: t('group.master') },
              { value: 'followers', label: t('group.followersOf', { n: following, all: followers.length }) },
            ]}
          />
        )}
        {/* A live region: F8 switches the sync while the focus is elsewhere. */}
        <span role="status" className={sync || !wide ? 'owl-hidden-text' : styles.apart}>
          {t(sync ? 'group.syncOn' : 'group.syncOff')}
        </span>
        <span className={styles.grow} />
        {wide ? <IdleChip /> : null}
        <SyncSwitch wide={wide} />
        {wide ? (
          <>
            <PictureSettings />
            <End wide />
          </>
        ) : null}
      </div>
      {wide ? null : (
        <div className={styles.chips}>
          <IdleChip />
        </div>
      )}
    </>
  );
}

function SyncSwitch({ wide }: { wide: boolean }) {
  const { t } = useTranslation();
  const { sync, setSync } = useGroupPlay();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: antd's switch is inside.
    <label className={styles.setting}>
      <Switch checked={sync} onChange={setSync} aria-label={t('group.sync')} />
      <span className={styles.word}>{t('group.sync')}</span>
      {wide ? <kbd>F8</kbd> : null}
    </label>
  );
}

/** Settings of the followers' pictures, on a desktop-sized window: live or still, and how many in a row. */
function PictureSettings() {
  const { t } = useTranslation();
  const { pictures, setPictures, columns, setColumns } = useGroupPlay();
  return (
    <>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: antd's switch is inside. */}
      <label className={styles.setting} title={t('group.picturesHint')}>
        <MonitorPlay {...ICON} />
        <span>{t('group.pictures')}</span>
        <Switch size="small" checked={pictures} onChange={setPictures} aria-label={t('group.pictures')} />
      </label>
      <span className={styles.setting} title={t('group.columns')}>
        <LayoutGrid {...ICON} />
        <Slider
          className={styles.columns ?? ''}
          {...COLUMNS}
          value={columns}
          onChange={setColumns}
          ariaLabelForHandle={t('group.columns')}
          tooltip={{ placement: 'bottom' }}
        />
      </span>
    </>
  );
}

/** Link out of the group, which ends the control of all its phones. On a phone's screen it stands where a single phone's page has its back link. */
function End({ wide }: { wide: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const leave = () => void navigate(paths.home);
  if (wide) {
    return (
      <Button icon={<LogOut {...ICON} />} onClick={leave}>
        {t('group.end')}
      </Button>
    );
  }
  return (
    <Tooltip title={t('group.end')}>
      <Button
        className={styles.end ?? ''}
        type="text"
        icon={<ArrowLeft {...ICON} size={20} />}
        aria-label={t('group.end')}
        onClick={leave}
      />
    </Tooltip>
  );
}
