// The versions of an app: which members can install, taken down, offered again, removed.

import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatTime } from '@/core/rules';
import { Sheet } from '@/ui/dialogs/Sheet';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import type { DataTableProps } from '@/ui/list/DataTable';
import { RowLink } from '@/ui/list/RowLink';
import { Gate } from '@/ui/rights/Gate';
import { RowSkeletons } from '@/ui/states/Skeletons';
import type { OfferedApp, OfferedVersion } from './api';
import { ShelfState } from './MarketPage';
import { useShelf } from './useShelf';

const DataTable = lazyWithRetry<DataTableProps<OfferedVersion>>(() => import('@/ui/list/DataTable'));
const WIDTH_PX = 760;

const idOf = ({ versionId }: OfferedVersion) => versionId;

interface Props {
  app: OfferedApp;
  name: string;
  onClose: () => void;
}

export default function VersionsSheet({ app, name, onClose }: Props) {
  const { t } = useTranslation();
  const nameOf = ({ versionName }: OfferedVersion) => `${name} ${versionName}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of a page stay.
  const columns = useMemo<Column<OfferedVersion>[]>(
    () => [
      {
        key: 'version',
        title: t('market.version'),
        width: 128,
        render: ({ versionName, versionCode }) => (
          <span className="owl-figures">
            {versionName} <span className={cells.second}>({versionCode})</span>
          </span>
        ),
      },
      {
        key: 'minSdk',
        title: t('market.minSdk'),
        width: 88,
        leaves: 1,
        render: ({ minSdk }) => <span className="owl-figures">{t('market.api', { n: minSdk })}</span>,
      },
      {
        key: 'size',
        title: t('market.size'),
        width: 96,
        render: ({ size }) => <span className="owl-figures">{formatBytes(size)}</span>,
      },
      {
        key: 'state',
        title: t('market.state'),
        width: 96,
        phone: 'side',
        render: ({ down }) => <ShelfState down={down || app.down} />,
      },
      {
        key: 'time',
        title: t('market.addTime'),
        width: 152,
        leaves: 1,
        render: ({ addTime }) => <span className={`${cells.second} owl-figures`}>{formatTime(addTime)}</span>,
      },
      {
        key: 'actions',
        title: '',
        width: 152,
        render: (one) => <Actions one={one} name={nameOf(one)} appDown={app.down} />,
      },
    ],
    [t, app],
  );
  return (
    <Sheet open title={t('market.versionsOf', { name })} width={WIDTH_PX} onClose={onClose}>
      <Suspense fallback={<RowSkeletons count={app.versions.length} />}>
        <DataTable
          label={t('market.versionsOf', { name })}
          columns={columns}
          rows={app.versions}
          idOf={idOf}
          nameOf={nameOf}
        />
      </Suspense>
    </Sheet>
  );
}

function Actions({ one, name, appDown }: { one: OfferedVersion; name: string; appDown: boolean }) {
  const { t } = useTranslation();
  const shelf = useShelf();
  return (
    <Gate operation="set_app_offered">
      <span className={cells.actions}>
        <RowLink
          label={t(one.down ? 'market.up' : 'market.down')}
          name={t(one.down ? 'market.upName' : 'market.downName', { name })}
          onClick={() => shelf.turn({ versionId: one.versionId }, name, !one.down)}
        />
        {one.down || appDown ? (
          <RowLink
            label={t('market.remove')}
            danger
            name={t('market.removeName', { name })}
            onClick={() => shelf.remove(one.versionId, name)}
          />
        ) : null}
      </span>
    </Gate>
  );
}
