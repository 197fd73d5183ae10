// The app market to install from: found by name, each app with the version that is meant, at first the newest. What stands around a row is
// the caller's.
import { Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/core/rules';
import { SHORT_PAGE, ShortList, type ShortQuestion } from '@/ui/list/ShortList';
import { EmptyState } from '@/ui/states/EmptyState';
import { AppIcon } from '../AppIcon';
import { type MarketApp, type MarketVersion, useListMarketAppsQuery, versionName } from './api';
import styles from './Market.module.css';

type Around = (version: MarketVersion, app: MarketApp) => ReactNode;

interface Props {
  /** Before the row: a tick. */
  before?: Around;
  /** After it: what can be done. */
  after?: Around;
  /** Under its facts: what speaks against it. */
  note?: Around;
}

export function MarketList({ before, after, note }: Props) {
  const { t } = useTranslation();
  const [question, setQuestion] = useState<ShortQuestion>({ pageNo: 1, keyword: '' });
  const words = question.keyword.trim();
  const { currentData, error, isFetching, refetch } = useListMarketAppsQuery(
    { pageNo: question.pageNo, pageSize: SHORT_PAGE, ...(words ? { keyword: words } : {}) },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <ShortList<MarketApp>
      question={question}
      onChange={setQuestion}
      search={t('market.search')}
      page={currentData}
      error={error}
      fetching={isFetching}
      onRetry={() => void refetch()}
      failed={t('market.failed')}
      empty={
        words ? (
          <EmptyState look="half" title={t('market.noMatch')} />
        ) : (
          <EmptyState look="shut" title={t('market.empty')} text={t('market.emptyText')} />
        )
      }
    >
      {(apps) => (
        <ul className={styles.apps} aria-label={t('market.title')}>
          {apps.map((app) => (
            <MarketRow key={app.appId} app={app} before={before} after={after} note={note} />
          ))}
        </ul>
      )}
    </ShortList>
  );
}

interface RowProps {
  app: MarketApp;
  before?: Around | undefined;
  after?: Around | undefined;
  note?: Around | undefined;
}

export function MarketRow({ app, before, after, note }: RowProps) {
  const { t } = useTranslation();
  const [newest] = app.versions;
  const [chosen, setChosen] = useState<number>();
  const meant = app.versions.find(({ uploadId }) => uploadId === chosen) ?? newest;
  if (!meant) return null;
  // Every version has the picture of its app.
  const version = { ...meant, icon: app.icon };
  return (
    <li className={styles.app}>
      {before?.(version, app)}
      <AppIcon icon={app.icon} />
      <div className={styles.about}>
        <b className={styles.name} title={app.package}>
          <bdi>{app.name}</bdi>
        </b>
        <span className={styles.facts}>
          {app.versions.length > 1 ? (
            <Select
              size="small"
              variant="borderless"
              popupMatchSelectWidth={false}
              className={styles.version ?? ''}
              aria-label={t('market.versionOf', { name: app.name })}
              value={meant.uploadId}
              onChange={setChosen}
              options={app.versions.map((one) => ({ value: one.uploadId, label: versionName(one) }))}
            />
          ) : (
            <span className="owl-figures">{versionName(meant)}</span>
          )}
          <span className="owl-figures">{`・ ${formatBytes(meant.size)}`}</span>
        </span>
        {note?.(version, app)}
        {app.description ? <span className={styles.description}>{app.description}</span> : null}
      </div>
      {after?.(version, app)}
    </li>
  );
}
