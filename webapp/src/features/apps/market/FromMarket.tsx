// Under the apps of the phone that is played: the first apps of the market that it has not, or in an older version.
import { useTranslation } from 'react-i18next';
import type { CloudFile } from '@/features/uploads/cloud/api';
import type { App } from '../api';
import { useListMarketAppsQuery } from './api';
import { InstallButton, standing } from './InstallButton';
import styles from './Market.module.css';
import { MarketRow } from './MarketList';

const SHOWN = 3;
/** Enough that some of them are not there yet. */
const ASKED = { pageNo: 1, pageSize: 20 } as const;

interface Props {
  list: readonly App[];
  onInstall: (version: CloudFile) => void;
}

export default function FromMarket({ list, onInstall }: Props) {
  const { t } = useTranslation();
  const { data } = useListMarketAppsQuery(ASKED);
  const offered = data?.list.filter((app) => {
    const [newest] = app.versions;
    return newest && standing(list, app.package, newest) !== 'there';
  });
  if (!offered?.length) return null;
  return (
    <section>
      <h3 className={styles.heading}>{t('apps.fromMarket')}</h3>
      <ul className={styles.apps} aria-label={t('apps.fromMarket')}>
        {offered.slice(0, SHOWN).map((app) => (
          <MarketRow
            key={app.appId}
            app={app}
            after={(version) => <InstallButton list={list} app={app} version={version} onInstall={onInstall} />}
          />
        ))}
      </ul>
    </section>
  );
}
