// Contacts that members can turn to, of any branding: the one in force, or one that is being written.
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { QR } from '@/ui/qr/QR';
import { EmptyState } from '@/ui/states/EmptyState';
import styles from './Customer.module.css';
import type { Contact } from './contacts';

const outside = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** Where answers stand already, and when people answer; nothing where the operator named neither. */
export function HelpCenter({ address, hours }: { address: string | null; hours: string | undefined }) {
  const { t } = useTranslation();
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

export function Contacts({ contacts }: { contacts: readonly Contact[] }) {
  const { t } = useTranslation();
  if (contacts.length === 0) {
    return <EmptyState look="open" title={t('customer.noQrCode')} text={t('customer.none')} />;
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
