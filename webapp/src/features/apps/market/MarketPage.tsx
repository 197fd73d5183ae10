// The operator's app market: every app with its newest version and whether members can install it; apps are added, described and taken down
// here.
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatTime } from '@/core/rules';
import { locale } from '@/core/storage';
import { usePageTitle } from '@/shell/usePageTitle';
import { Gate } from '@/ui/Gate';
import { later } from '@/ui/later';
import type { Column } from '@/ui/list/columns';
import type { DataTableProps } from '@/ui/list/DataTable';
import { ListPage } from '@/ui/list/ListPage';
import { listCodec, useUrlState } from '@/ui/list/urlState';
import { RowSkeletons } from '@/ui/Skeletons';
import { AppIcon } from '../AppIcon';
import { type OfferedApp, useListOfferedAppsQuery } from './api';
import styles from './Market.module.css';
import { useShelf } from './useShelf';

const DataTable = later<DataTableProps<OfferedApp>>(() => import('@/ui/list/DataTable'));
const OfferDialog = later(() => import('./OfferDialog'), 'over');
const DescribeDialog = later(() => import('./DescribeDialog'), 'over');
const VersionsSheet = later(() => import('./VersionsSheet'), 'over');

type Opened = { what: 'offer'; app?: OfferedApp } | { what: 'describe' | 'versions'; app: OfferedApp };

const idOf = ({ appId }: OfferedApp) => appId;
const nameOf = (app: OfferedApp) => (locale.get() === 'en-US' ? app.nameEn : app.nameZh);

export default function MarketPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.market'));
  const codec = useMemo(() => listCodec<object>({}), []);
  const [{ pageNo, pageSize }, change] = useUrlState(codec);
  const { currentData, error, isFetching, refetch } = useListOfferedAppsQuery(
    { pageNo, pageSize },
    { refetchOnMountOrArgChange: true },
  );
  const [opened, setOpened] = useState<Opened | null>(null);
  const columns = useColumns(setOpened);
  const total = currentData?.total ?? 0;
  const close = () => setOpened(null);
  // What is open follows what was done with it; without its last version the app is gone.
  const shown = opened?.app && currentData?.list.find(({ appId }) => appId === opened.app?.appId);
  return (
    <>
      <ListPage<OfferedApp>
        title={t('pages.market')}
        heading={heading}
        facts={null}
        actions={
          <Gate operation="offer_app">
            <Button
              type="primary"
              icon={<Plus size={16} strokeWidth={1.6} />}
              onClick={() => setOpened({ what: 'offer' })}
            >
              {t('market.add')}
            </Button>
          </Gate>
        }
        rows={currentData?.list}
        fault={currentData ? undefined : (error as CallFault | undefined)}
        fetching={isFetching}
        onRetry={refetch}
        failed={t('market.failed')}
        empty={{ look: 'open', title: t('market.emptyOps'), text: t('market.emptyOpsText') }}
        skeleton={<RowSkeletons count={8} />}
        pager={{ pageNo, pageSize, total, totalWords: t('market.total', { count: total }), onChange: change }}
      >
        {(rows) => (
          <Suspense fallback={<RowSkeletons count={rows.length} />}>
            <DataTable label={t('pages.market')} columns={columns} rows={rows} idOf={idOf} nameOf={nameOf} />
          </Suspense>
        )}
      </ListPage>
      <Suspense fallback={null}>
        {opened?.what === 'offer' ? <OfferDialog app={opened.app} onClose={close} /> : null}
        {opened?.what === 'describe' ? <DescribeDialog app={opened.app} onClose={close} /> : null}
        {opened?.what === 'versions' && shown ? (
          <VersionsSheet app={shown} name={nameOf(shown)} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

function useColumns(onOpen: (opened: Opened) => void): Column<OfferedApp>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'app',
        title: t('market.app'),
        width: 280,
        render: (app) => (
          <div className={styles.cell}>
            <AppIcon icon={app.icon} />
            <div className={styles.about}>
              <b className={styles.name}>
                <bdi>{nameOf(app)}</bdi>
              </b>
              <span className={`${styles.second} owl-mono`}>{app.package}</span>
            </div>
          </div>
        ),
      },
      {
        key: 'newest',
        title: t('market.newest'),
        width: 112,
        render: ({ versions: [newest] }) => <span className="owl-figures">{newest?.versionName}</span>,
      },
      {
        key: 'versions',
        title: t('market.version'),
        width: 112,
        render: (app) => (
          <Button
            type="link"
            size="small"
            aria-label={t('market.versionsOf', { name: nameOf(app) })}
            onClick={() => onOpen({ what: 'versions', app })}
          >
            {t('market.versions', { count: app.versions.length })}
          </Button>
        ),
      },
      {
        key: 'state',
        title: t('market.state'),
        width: 96,
        phone: 'side',
        render: (app) => <ShelfState down={app.down || app.versions.every(({ down }) => down)} />,
      },
      {
        key: 'time',
        title: t('market.time'),
        width: 176,
        leaves: 1,
        render: ({ updateTime }) => <span className={`${styles.second} owl-figures`}>{formatTime(updateTime)}</span>,
      },
      { key: 'actions', title: '', width: 240, render: (app) => <Actions app={app} onOpen={onOpen} /> },
    ],
    [t, onOpen],
  );
}

/** Whether members can install something. */
export function ShelfState({ down }: { down: boolean }) {
  const { t } = useTranslation();
  const state = down ? 'down' : 'on';
  return (
    <span className={styles.state} data-state={state}>
      {t(`market.states.${state}`)}
    </span>
  );
}

function Actions({ app, onOpen }: { app: OfferedApp; onOpen: (opened: Opened) => void }) {
  const { t } = useTranslation();
  const shelf = useShelf();
  const name = nameOf(app);
  return (
    <Gate operation="describe_app">
      <span className={styles.actions}>
        <Button
          type="link"
          size="small"
          aria-label={t('market.changeName', { name })}
          onClick={() => onOpen({ what: 'describe', app })}
        >
          {t('market.change')}
        </Button>
        <Button
          type="link"
          size="small"
          aria-label={t('market.addVersionOf', { name })}
          onClick={() => onOpen({ what: 'offer', app })}
        >
          {t('market.addVersion')}
        </Button>
        <Button
          type="link"
          size="small"
          aria-label={t(app.down ? 'market.upName' : 'market.downName', { name })}
          onClick={() => shelf.turn({ appId: app.appId }, name, !app.down)}
        >
          {t(app.down ? 'market.up' : 'market.down')}
        </Button>
      </span>
    </Gate>
  );
}
