// Customer service: the group and the accounts to turn to, each with its QR code, the help center and its hours.
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { usePageTitle } from '@/shell/usePageTitle';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { useWide } from '@/ui/useWide';
import { useGetBrandingQuery, useServiceAddress } from './branding';
import styles from './Customer.module.css';
import { Contacts, HelpCenter } from './CustomerService';
import { useContacts } from './contacts';

export default function CustomerPage() {
  const { t } = useTranslation();
  // On a phone the header says it.
  const wide = useWide();
  const heading = usePageTitle(t('pages.customerService'));
  const address = useServiceAddress();
  const hours = useGetBrandingQuery().data?.serviceHours;
  const { contacts, error, refetch } = useContacts();
  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1} className={wide ? styles.title : 'owl-hidden-text'}>
        {t('pages.customerService')}
      </h1>
      <HelpCenter address={address} hours={hours} />
      {contacts ? (
        <Contacts contacts={contacts} />
      ) : error ? (
        <FaultState title={t('customer.failed')} fault={error as CallFault} onRetry={refetch} />
      ) : (
        <RowSkeletons count={4} />
      )}
    </div>
  );
}
