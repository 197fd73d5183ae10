// The account centre: who one is, how one gets in, where one is signed in, and the way out for good.
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { WebhooksSection } from '@/features/live/webhooks/WebhooksSection';
import { usePageTitle } from '@/shell/usePageTitle';
import { FaultState } from '@/ui/FaultState';
import { RowSkeletons } from '@/ui/Skeletons';
import styles from './AccountPage.module.css';
import { useCurrentMemberQuery } from './api';
import { DeleteSection } from './DeleteSection';
import { ProfileSection } from './ProfileSection';
import { SessionsSection } from './SessionsSection';
import { TokensSection } from './TokensSection';
import { WaysInSection } from './WaysInSection';

export default function AccountPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.account'));
  const { data: member, error, refetch } = useCurrentMemberQuery();
  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {t('pages.account')}
      </h1>
      {member ? (
        <>
          <ProfileSection member={member} />
          <WaysInSection member={member} />
          <SessionsSection />
          <TokensSection member={member} />
          <WebhooksSection />
          <DeleteSection member={member} />
        </>
      ) : error ? (
        <FaultState title={t('account.notLoaded')} fault={error as CallFault} onRetry={refetch} />
      ) : (
        <RowSkeletons count={6} />
      )}
    </div>
  );
}
