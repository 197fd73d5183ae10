// The apps as a table on a desk: a box for each phone says where an app is and where it runs.
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/core/rules';
import { StillPicture } from '@/features/phones/pictures/Deck';
import { Thumb } from '@/ui/phone/Thumb';
import { AppIcon } from './AppIcon';
import styles from './Apps.module.css';
import { type App, type Named, nameOf } from './api';
import { BOXES_MAX, PlaceBoxes, RunningWord, VersionWords } from './parts';
import { sizeOf } from './places';

interface Props {
  apps: readonly App[];
  phones: readonly Named[];
  chosen: readonly string[];
  /** As many are chosen as one call takes. */
  full: boolean;
  onChoose: (app: App, on: boolean) => void;
  onAll: (on: boolean) => void;
}

export function AppsTable({ apps, phones, chosen, full, onChoose, onAll }: Props) {
  const { t } = useTranslation();
  const here = apps.filter((app) => chosen.includes(app.package)).length;
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t('apps.list')}>
        <thead>
          <tr>
            <th>
              <Checkbox
                aria-label={t('apps.all')}
                checked={here === apps.length}
                indeterminate={here > 0 && here < apps.length}
                onChange={({ target }) => onAll(target.checked)}
              />
            </th>
            <th>{t('apps.app')}</th>
            <th>{t('apps.version')}</th>
            <th className={styles.number}>{t('apps.size')}</th>
            <th>
              <span className={styles.film} aria-hidden="true">
                {(phones.length > BOXES_MAX ? [] : phones).map(({ id }) => (
                  <Thumb key={id} width={13}>
                    <StillPicture phoneId={id} />
                  </Thumb>
                ))}
              </span>
            </th>
            <th>{t('apps.running')}</th>
          </tr>
        </thead>
        <tbody>
          {apps.map((app) => {
            const is = chosen.includes(app.package);
            const size = sizeOf(app);
            return (
              <tr key={app.package} data-chosen={is}>
                <td>
                  <Checkbox
                    aria-label={t('apps.select', { name: nameOf(app) })}
                    checked={is}
                    disabled={full && !is}
                    onChange={({ target }) => onChoose(app, target.checked)}
                  />
                </td>
                <td>
                  <div className={styles.app}>
                    <AppIcon icon={app.icon} />
                    <div className={styles.about}>
                      <b>
                        <bdi>{nameOf(app)}</bdi>
                      </b>
                      <span className={styles.package}>{app.package}</span>
                    </div>
                  </div>
                </td>
                <td>
                  <VersionWords app={app} phones={phones} />
                </td>
                <td className={`owl-figures ${styles.number}`}>{size === null ? '—' : formatBytes(size)}</td>
                <td>
                  <PlaceBoxes app={app} phones={phones} />
                </td>
                <td>
                  <RunningWord app={app} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
