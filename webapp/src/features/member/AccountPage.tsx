// The account centre, a tab for each part: who one is and the way out for good, the points, how one gets in, where one is signed in, how one is
// reminded, and what programs may do.
import { Tabs } from 'antd';
import { type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { WebhooksSection } from '@/features/live/webhooks/WebhooksSection';
import { type PointState, pointCodec, tabs } from '@/features/points/pointState';
import { RemindersSection } from '@/features/recycle/RemindersSection';
import { usePageTitle } from '@/shell/usePageTitle';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { useUrlState } from '@/ui/list/urlState';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import styles from './AccountPage.module.css';
import { type Member, useCurrentMemberQuery } from './api';
import { DeleteSection } from './DeleteSection';
import { ProfileSection } from './ProfileSection';
import { SessionsSection } from './SessionsSection';
import { TokensSection } from './TokensSection';
import { WaysInSection } from './WaysInSection';

const PointsTab = lazyWithRetry(() => import('@/features/points/PointsTab'));

export default function AccountPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.account'));
  const codec = useMemo(() => pointCodec(), []);
  const [state, change] = useUrlState(codec);
  const { data: member, error, refetch } = useCurrentMemberQuery();
  const of = (part: (member: Member) => ReactNode) =>
    member ? (
      <div className={styles.sections}>{part(member)}</div>
    ) : error ? (
      <FaultState title={t('account.notLoaded')} fault={error as CallFault} onRetry={refetch} />
    ) : (
      <RowSkeletons count={6} />
    );
  const parts: Record<PointState['tab'], () => ReactNode> = {
    profile: () =>
      of((own) => (
        <>
          <ProfileSection member={own} />
          <DeleteSection member={own} />
        </>
      )),
    points: () => (
      <Suspense fallback={<RowSkeletons count={8} />}>
        <PointsTab codec={codec} state={state} onChange={change} />
      </Suspense>
    ),
    security: () => of((own) => <WaysInSection member={own} />),
    sessions: () => of(() => <SessionsSection />),
    reminders: () => of(() => <RemindersSection />),
    api: () =>
      of((own) => (
        <>
          <TokensSection member={own} />
          <WebhooksSection />
        </>
      )),
  };
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
        items={tabs.map((tab) => ({ key: tab, label: t(`account.tabs.${tab}`), children: parts[tab]() }))}
        onChange={(tab) => change({ tab: tab as PointState['tab'] })}
      />
    </div>
  );
}
