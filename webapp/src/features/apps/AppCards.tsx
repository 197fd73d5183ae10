// List of the apps on a phone's screen; a tap anywhere on a row ticks its checkbox.
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/core/rules';
import { AppIcon } from './AppIcon';
import styles from './Apps.module.css';
import { type App, type Named, nameOf } from './api';
import { PlaceBoxes, RunningWord, VersionWords } from './parts';
import { sizeOf } from './places';

interface Props {
  apps: readonly App[];
  phones: readonly Named[];
  chosen: readonly string[];
  full: boolean;
  onChoose: (app: App, on: boolean) => void;
}

export function AppCards({ apps, phones, chosen, full, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={styles.rows} aria-label={t('apps.list')}>
      {apps.map((app) => {
        const is = chosen.includes(app.package);
        const size = sizeOf(app);
        return (
          <li key={app.package} className={styles.card}>
            <Checkbox
              aria-label={t('apps.select', { name: nameOf(app) })}
              checked={is}
              disabled={full && !is}
              onChange={({ target }) => onChoose(app, target.checked)}
            />
            <AppIcon icon={app.icon} />
            <div className={styles.about}>
              <b>
                <bdi>{nameOf(app)}</bdi>
              </b>
              <span className={styles.package}>{app.package}</span>
              <span className={styles.small}>
                <VersionWords app={app} phones={phones} />
                {size === null ? null : <span className="owl-figures">{` ・ ${formatBytes(size)}`}</span>}
                {' ・ '}
                <RunningWord app={app} />
              </span>
              <PlaceBoxes app={app} phones={phones} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
