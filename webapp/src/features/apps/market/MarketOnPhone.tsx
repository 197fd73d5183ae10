// The app market beside the phone that is played: installed, brought up to date, or there already.
import { useMemo } from 'react';
import type { CloudFile } from '@/features/uploads/cloud/api';
import { useApps } from '../api';
import { ApartNote, SendOn } from '../parts';
import { apartOn } from '../places';
import { InstallButton } from './InstallButton';
import { MarketList } from './MarketList';

interface Props {
  phoneId: number;
  onInstall: (version: CloudFile, to?: 'others') => void;
}

export default function MarketOnPhone({ phoneId, onInstall }: Props) {
  const ids = useMemo(() => [phoneId], [phoneId]);
  const list = useApps(ids).data?.list ?? [];
  return (
    <MarketList
      note={({ app }) => <ApartNote count={apartOn(list, app)} />}
      after={(version, app) => (
        <>
          <InstallButton list={list} app={app} version={version} onInstall={onInstall} />
          <SendOn name={app.name} onClick={() => onInstall(version, 'others')} />
        </>
      )}
    />
  );
}
