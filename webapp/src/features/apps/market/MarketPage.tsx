// The operator's app market: every app with its newest version and whether members can install it; apps are added, described and taken down
// here.

import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/core/rules';
import { locale } from '@/core/storage';
import { usePageTitle } from '@/shell/usePageTitle';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import { RowLink } from '@/ui/list/RowLink';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, useUrlState } from '@/ui/list/urlState';
import { Gate } from '@/ui/rights/Gate';
import { AppIcon } from '../AppIcon';
import { type OfferedApp, useListOfferedAppsQuery } from './api';
import styles from './Market.module.css';
import { useShelf } from './useShelf';

const OfferDialog = lazyWithRetry(() => import('./OfferDialog'), 'over');
const DescribeDialog = lazyWithRetry(() => import('./DescribeDialog'), 'over');
const VersionsSheet = lazyWithRetry(() => import('./VersionsSheet'), 'over');

type Opened = { what: 'offer'; app?: OfferedApp } | { what: 'describe' | 'versions'; app: OfferedApp };

const idOf = ({ appId }: OfferedApp) => appId;
const nameOf = (app: OfferedApp) => (locale.get() === 'en-US' ? app.nameEn : app.nameZh);

export default function MarketPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.market'));
  const codec = useMemo(() => listCodec<object>({}), []);
  const [{ pageNo, pageSize }, change] = useUrlState(codec);
  const answer = useListOfferedAppsQuery({ pageNo, pageSize }, { refetchOnMountOrArgChange: true });
  const { currentData } = answer;
  const [opened, setOpened] = useState<Opened | null>(null);
  const columns = useColumns(setOpened);
  const close = () => setOpened(null);
  // The open app is taken from the list, so it follows what was done with it; without its last version the app is gone.
  const shown = opened?.app && currentData?.list.find(({ appId }) => appId === opened.app?.appId);
  return (
    <TablePage<OfferedApp>
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
      answer={answer}
      failed={t('market.failed')}
      empty={{ look: 'open', title: t('market.emptyOps'), text: t('market.emptyOpsText') }}
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={(count) => t('market.total', { count })}
      columns={columns}
      idOf={idOf}
      nameOf={nameOf}
      over={
        <>
          {opened?.what === 'offer' ? <OfferDialog app={opened.app} onClose={close} /> : null}
          {opened?.what === 'describe' ? <DescribeDialog app={opened.app} onClose={close} /> : null}
          {opened?.what === 'versions' && shown ? (
            <VersionsSheet app={shown} name={nameOf(shown)} onClose={close} />
          ) : null}
        </>
      }
    />
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
              <span className={`${cells.second} owl-mono`}>{app.package}</span>
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
          <RowLink
            label={t('market.versions', { count: app.versions.length })}
            name={t('market.versionsOf', { name: nameOf(app) })}
            onClick={() => onOpen({ what: 'versions', app })}
          />
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
        render: ({ updateTime }) => <span className={`${cells.second} owl-figures`}>{formatTime(updateTime)}</span>,
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
      <span className={cells.actions}>
        <RowLink
          label={t('market.change')}
          name={t('market.changeName', { name })}
          onClick={() => onOpen({ what: 'describe', app })}
        />
        <RowLink
          label={t('market.addVersion')}
          name={t('market.addVersionOf', { name })}
          onClick={() => onOpen({ what: 'offer', app })}
        />
        <RowLink
          label={t(app.down ? 'market.up' : 'market.down')}
          name={t(app.down ? 'market.upName' : 'market.downName', { name })}
          onClick={() => shelf.turn({ appId: app.appId }, name, !app.down)}
        />
      </span>
    </Gate>
  );
}
