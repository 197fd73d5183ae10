// Configurations and their prices: configurations as tiles, the chosen one's prices from a day on, and what a member will see of them.
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { CallFault } from '@/core/http';
import { usePageTitle } from '@/shell/usePageTitle';
import { Choice } from '@/ui/fields/Choice';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { Money } from '@/ui/Money';
import { Gate } from '@/ui/rights/Gate';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { type StoredConfiguration, type StoredConfigurationList, useListKeptConfigurationsQuery } from './api';
import { nameOf } from './configuration';
import { PriceEditor } from './PriceEditor';
import styles from './Prices.module.css';

const ConfigurationDialog = lazyWithRetry(() => import('./ConfigurationDialog'), 'over');

export default function PricesPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.prices'));
  const { data, error, refetch } = useListKeptConfigurationsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [making, setMaking] = useState(false);
  const [query, setQuery] = useSearchParams();
  const choose = (id: number) => setQuery({ configuration: String(id) }, { replace: true });
  const chosen =
    data?.list.find(({ configurationId }) => String(configurationId) === query.get('configuration')) ?? data?.list[0];
  if (error && !data) {
    return <FaultState title={t('prices.failed')} fault={error as CallFault} onRetry={() => void refetch()} />;
  }
  const make = (
    <Gate operation="create_configuration">
      <Button icon={<Plus size={16} strokeWidth={1.6} />} onClick={() => setMaking(true)}>
        {t('prices.make')}
      </Button>
    </Gate>
  );
  return (
    <>
      <PriceEditor
        key={chosen?.configurationId ?? 0}
        kept={chosen}
        today={data?.today ?? ''}
        head={
          <>
            <div className={styles.head}>
              <h1 ref={heading} tabIndex={-1} className={styles.title}>
                {t('pages.prices')}
              </h1>
              {data ? <Facts list={data.list} /> : null}
              <div className={styles.actions}>{make}</div>
            </div>
            {data ? null : <RowSkeletons count={8} />}
            {data && data.list.length === 0 ? (
              <EmptyState look="open" title={t('prices.empty')} text={t('prices.emptyText')} />
            ) : null}
            {data && data.list.length > 0 ? (
              <Choice<number>
                legend={t('prices.configurations')}
                minWidth={168}
                value={chosen?.configurationId}
                onChange={choose}
                options={data.list.map((kept) => ({
                  value: kept.configurationId,
                  title: nameOf(kept),
                  mark: kept.code,
                  children: <Tile kept={kept} />,
                }))}
              />
            ) : null}
          </>
        }
      />
      <Suspense fallback={null}>
        {making ? <ConfigurationDialog onMade={choose} onClose={() => setMaking(false)} /> : null}
      </Suspense>
    </>
  );
}

function Facts({ list }: { list: StoredConfigurationList['list'] }) {
  const { t } = useTranslation();
  const sold = list.filter(({ onSale }) => onSale);
  const priced = sold.flatMap(({ prices }) => prices.find(({ stage }) => stage === 'now')?.packages ?? []);
  const tiers = priced.filter(({ onSale }) => onSale).reduce((sum, one) => sum + one.tiers.length, 0);
  return (
    <p className={styles.facts}>
      <span>{t('prices.count', { count: list.length })}</span>
      <span>{t('prices.tierCount', { count: tiers })}</span>
    </p>
  );
}

const MB_OF_GB = 1024;
const BASE_DAYS = 30;

function Tile({ kept }: { kept: StoredConfiguration }) {
  const { t } = useTranslation();
  const packages = kept.prices.find(({ stage }) => stage === 'now')?.packages.filter(({ onSale }) => onSale) ?? [];
  const base = packages.find(({ days }) => days === BASE_DAYS) ?? packages[0];
  return (
    <span className={styles.tile}>
      <span>{t('prices.parts', { cores: kept.cores, memory: kept.memoryMb / MB_OF_GB, storage: kept.storageGb })}</span>
      <span className={styles.tileFoot}>
        {base?.tiers[0] ? (
          <span>
            <b>
              <Money fen={base.tiers[0].unitFen} />
            </b>{' '}
            / {t('prices.days', { count: base.days })}
          </span>
        ) : (
          <span>{t('prices.noPrice')}</span>
        )}
        {kept.onSale ? (
          <span data-none={kept.stock === 0}>{t('prices.stock', { count: kept.stock })}</span>
        ) : (
          <span>{t('prices.offSale')}</span>
        )}
      </span>
    </span>
  );
}
