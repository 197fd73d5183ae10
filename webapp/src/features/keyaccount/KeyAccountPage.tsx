// The enterprise: the wall of its phones, its sub-accounts and what was spent, each at an address of its own. A sub-account sees whose it is.
import { Segmented } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { CallFault } from '@/core/http';
import { useGetParentQuery } from '@/features/subaccounts/api';
import OwnParent from '@/features/subaccounts/OwnParent';
import { type View, viewFilter } from '@/features/subaccounts/views';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { useGetOverviewQuery } from './api';
import { useCompanyName } from './useCompanyName';
import WallPage from './WallPage';

const SubAccountsPage = lazyWithRetry(() => import('@/features/subaccounts/SubAccountsPage'));
const SpendPage = lazyWithRetry(() => import('./SpendPage'));

const FRESH = { refetchOnMountOrArgChange: true, refetchOnReconnect: true } as const;

export default function KeyAccountPage() {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useGetParentQuery(undefined, FRESH);
  const [query] = useSearchParams();
  const company = useCompanyName(data !== undefined && !data.parent);
  const view = viewFilter().read(query.get('view'));
  if (data?.parent) return <OwnParent {...data.parent} />;
  if (!data && error && !isFetching)
    return <FaultState title={t('keyAccount.failed')} fault={error as CallFault} onRetry={refetch} />;
  if (!data) return <RowSkeletons count={8} />;
  const tabs = <Views view={view} />;
  return (
    <Suspense fallback={<RowSkeletons count={8} />}>
      {view === 'overview' ? (
        <WallPage tabs={tabs} company={company} />
      ) : view === 'subAccounts' ? (
        <SubAccountsPage tabs={tabs} company={company} />
      ) : (
        <SpendPage tabs={tabs} company={company} />
      )}
    </Suspense>
  );
}

function Views({ view }: { view: View }) {
  const { t } = useTranslation();
  const [, setQuery] = useSearchParams();
  const count = useGetOverviewQuery().data?.subAccounts;
  return (
    <Segmented<View>
      aria-label={t('keyAccount.views')}
      value={view}
      onChange={(next) => {
        const written = viewFilter().write(next);
        setQuery(written ? { view: written } : {});
      }}
      options={[
        { value: 'overview', label: t('keyAccount.overview') },
        { value: 'subAccounts', label: t('keyAccount.subAccounts', { n: count ?? '' }).trim() },
        { value: 'spend', label: t('keyAccount.spend') },
      ]}
    />
  );
}
