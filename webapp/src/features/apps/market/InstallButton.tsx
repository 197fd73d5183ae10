// Installs an app of the market on the phone that is played, or brings it up to date; what is there already says so.
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CloudFile } from '@/features/uploads/cloud/api';
import type { App } from '../api';
import { apartOn } from '../places';
import type { MarketApp, MarketVersion } from './api';
import styles from './Market.module.css';

/** How a version stands to what the phone has. */
export function standing(list: readonly App[], key: string, version: MarketVersion): 'install' | 'update' | 'there' {
  const here = list.find((app) => app.package === key)?.phones[0]?.versionCode;
  const offered = version.app?.versionCode ?? 0;
  if (here === offered) return 'there';
  return typeof here === 'number' && here < offered ? 'update' : 'install';
}

interface Props {
  list: readonly App[];
  app: MarketApp;
  version: MarketVersion;
  onInstall: (version: CloudFile) => void;
}

export function InstallButton({ list, app, version, onInstall }: Props) {
  const { t } = useTranslation();
  const verb = standing(list, app.package, version);
  if (verb === 'there') return <span className={styles.there}>{t('market.there')}</span>;
  return (
    <Button
      size="small"
      disabled={apartOn(list, version.app) > 0}
      aria-label={t(`market.${verb}Name`, { name: app.name })}
      onClick={() => onInstall(version)}
    >
      {t(`market.${verb}`)}
    </Button>
  );
}
