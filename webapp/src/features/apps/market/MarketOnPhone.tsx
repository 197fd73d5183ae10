// The app market beside the phone that is played: installed, brought up to date, or there already.
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CloudFile } from '@/features/uploads/cloud/api';
import { useApps } from '../api';
import { ApartNote, SendOn } from '../parts';
import { apartOn } from '../places';
import styles from './Market.module.css';
import { MarketList } from './MarketList';

interface Props {
  phoneId: number;
  onInstall: (version: CloudFile, to?: 'others') => void;
}

export default function MarketOnPhone({ phoneId, onInstall }: Props) {
  const { t } = useTranslation();
  const ids = useMemo(() => [phoneId], [phoneId]);
  const { data } = useApps(ids);
  const installed = new Map(data?.list.map((app) => [app.package, app.phones[0]?.versionCode ?? null]));
  return (
    <MarketList
      note={({ app }) => <ApartNote count={apartOn(data?.list ?? [], app)} />}
      after={(version, { name, package: key }) => {
        const here = installed.get(key);
        const offered = version.app?.versionCode ?? 0;
        const send = <SendOn name={name} onClick={() => onInstall(version, 'others')} />;
        if (here === offered)
          return (
            <>
              <span className={styles.there}>{t('market.there')}</span>
              {send}
            </>
          );
        const verb = typeof here === 'number' && here < offered ? 'update' : 'install';
        return (
          <>
            <Button
              size="small"
              disabled={apartOn(data?.list ?? [], version.app) > 0}
              aria-label={t(`market.${verb}Name`, { name })}
              onClick={() => onInstall(version)}
            >
              {t(`market.${verb}`)}
            </Button>
            {send}
          </>
        );
      }}
    />
  );
}
