// Breadcrumbs from the phone's storage to the folder that is shown.
import { ChevronRight, HardDrive } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Files.module.css';
import { way } from './paths';

interface Props {
  path: string;
  onGo: (path: string) => void;
}

export function Crumbs({ path, onGo }: Props) {
  const { t } = useTranslation();
  return (
    <nav className={styles.crumbs} aria-label={t('files.way')}>
      {way(path).map((step) => {
        const here = step.path === path;
        const name = step.name || t('files.storage');
        return (
          <Fragment key={step.path}>
            {step.name ? <ChevronRight size={14} strokeWidth={1.6} aria-hidden="true" /> : null}
            <button
              type="button"
              className={`owl-plain-button ${styles.crumb}`}
              aria-current={here ? 'page' : undefined}
              title={name}
              onClick={() => onGo(step.path)}
            >
              {step.name ? null : <HardDrive size={14} strokeWidth={1.6} aria-hidden="true" />}
              <bdi>{name}</bdi>
            </button>
          </Fragment>
        );
      })}
    </nav>
  );
}
