// Customer service: the group and the accounts to turn to, each with its QR code, the help center and its hours.
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { messageText } from '@/core/rules';
import { locale } from '@/core/storage';
import { usePageTitle } from '@/shell/usePageTitle';
import { EmptyState } from '@/ui/EmptyState';
import { FaultState } from '@/ui/FaultState';
import { QR } from '@/ui/QR';
import { RowSkeletons } from '@/ui/Skeletons';
import { useWide } from '@/ui/useWide';
import { useGetBrandingQuery, useServiceAddress } from './branding';
import styles from './Customer.module.css';
import { type Contact, useContacts } from './contacts';

const outside = { target: '_blank', rel: 'noopener noreferrer' } as const;

export default function CustomerPage() {
  const { t } = useTranslation();
  // On a phone the header says it.
  const wide = useWide();
  const heading = usePageTitle(t('pages.customerService'));
  const { contacts, error, refetch } = useContacts();
  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1} className={wide ? styles.title : 'owl-hidden-text'}>
        {t('pages.customerService')}
      </h1>
      <HelpCenter />
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

/** Where answers stand already, and when people answer; nothing where the operator named neither. */
function HelpCenter() {
  const { t } = useTranslation();
  const address = useServiceAddress();
  const hours = useGetBrandingQuery().data?.serviceHours;
  if (!address && !hours) return null;
  return (
    <dl className={styles.facts}>
      {address ? (
        <div>
          <dt>{t('customer.center')}</dt>
          <dd>
            <span>{t('customer.centerText')}</span>
            <Away address={address} name={t('customer.center')} />
          </dd>
        </div>
      ) : null}
      {hours ? (
        <div>
          <dt>{t('customer.hours')}</dt>
          <dd className="owl-figures">{hours}</dd>
        </div>
      ) : null}
    </dl>
  );
}

function Contacts({ contacts }: { contacts: readonly Contact[] }) {
  const { t } = useTranslation();
  if (contacts.length === 0) {
    return <EmptyState look="open" title={messageText('noQrCode', 0, locale.get()) ?? ''} text={t('customer.none')} />;
  }
  return (
    <ul className={styles.cards}>
      {contacts.map((contact) => (
        <Card key={contact.id} {...contact} />
      ))}
    </ul>
  );
}

function Card({ group, account, address }: Contact) {
  const { t } = useTranslation();
  const name = group ? t('customer.groupNumber', { n: account }) : account;
  return (
    <li className={styles.card}>
      <QR value={address} label={t('customer.codeOf', { name })} size={148} />
      <h2 className={styles.kind}>{t(group ? 'customer.group' : 'customer.messaging')}</h2>
      <p className={`${styles.account} owl-figures`}>{account}</p>
      <p className={styles.scan}>{t('customer.scan')}</p>
      <Away address={address} name={name} />
    </li>
  );
}

function Away({ address, name }: { address: string; name: string }) {
  const { t } = useTranslation();
  return (
    <a className={styles.away} href={address} aria-label={`${t('customer.open')} ${name}`} {...outside}>
      {t('customer.open')}
      <ExternalLink size={14} strokeWidth={1.6} aria-hidden="true" />
    </a>
  );
}
