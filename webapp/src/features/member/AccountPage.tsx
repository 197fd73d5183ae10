// The account centre: who one is, how one gets in, where one is signed in, the way out for good, and, under a tab of their own, the points.
import { Tabs } from 'antd';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { WebhooksSection } from '@/features/live/webhooks/WebhooksSection';
import { type PointState, pointCodec } from '@/features/points/pointState';
import { RemindersSection } from '@/features/recycle/RemindersSection';
import { usePageTitle } from '@/shell/usePageTitle';
import { FaultState } from '@/ui/FaultState';
import { later } from '@/ui/later';
import { useUrlState } from '@/ui/list/urlState';
import { RowSkeletons } from '@/ui/Skeletons';
import styles from './AccountPage.module.css';
import { type Member, useCurrentMemberQuery } from './api';
import { DeleteSection } from './DeleteSection';
import { ProfileSection } from './ProfileSection';
import { SessionsSection } from './SessionsSection';
import { TokensSection } from './TokensSection';
import { WaysInSection } from './WaysInSection';

const PointsTab = later(() => import('@/features/points/PointsTab'));

export default function AccountPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.account'));
  const codec = useMemo(() => pointCodec(), []);
  const [state, change] = useUrlState(codec);
  const { data: member, error, refetch } = useCurrentMemberQuery();
  const profile = member ? (
    <Sections member={member} />
  ) : error ? (
    <FaultState title={t('account.notLoaded')} fault={error as CallFault} onRetry={refetch} />
  ) : (
    <RowSkeletons count={6} />
  );
  const points = (
    <Suspense fallback={<RowSkeletons count={8} />}>
      <PointsTab codec={codec} state={state} onChange={change} />
    </Suspense>
  );
  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {t('pages.account')}
      </h1>
      <Tabs
        activeKey={state.tab}
        aria-label={t('account.tabs.label')}
        destroyOnHidden
        animated={false}
        items={[
          { key: 'profile', label: t('account.tabs.profile'), children: profile },
          { key: 'points', label: t('account.tabs.points'), children: points },
        ]}
        onChange={(tab) => change({ tab: tab as PointState['tab'] })}
      />
    </div>
  );
}

function Sections({ member }: { member: Member }) {
  return (
    <div className={styles.sections}>
      <ProfileSection member={member} />
      <WaysInSection member={member} />
      <SessionsSection />
      <RemindersSection />
      <TokensSection member={member} />
      <WebhooksSection />
      <DeleteSection member={member} />
    </div>
  );
}
