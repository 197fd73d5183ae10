// Contacts for the member: the group to join, and the help centre. A contact that the operator did not name is not there.
import { Headset, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useServiceAddress } from '@/features/branding/branding';
import { useGroup } from '@/features/branding/group';
import styles from '../frame/Frame.module.css';

const outside = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** In the header of a desk. The group is the members': operators' pages have no line of it. */
export function Contacts({ members = true }: { members?: boolean }) {
  const { t } = useTranslation();
  const known = useGroup();
  const group = members ? known : null;
  const service = useServiceAddress();
  return (
    <>
      {group ? (
        <span className={styles.group}>
          <span className="owl-figures">{t('shell.group', { n: group.account })}</span>
          <a href={group.address} aria-label={t('shell.joinGroup', { n: group.account })} {...outside}>
            {t('shell.join')}
          </a>
        </span>
      ) : null}
      {service ? (
        <a
          className={styles.tool}
          href={service}
          aria-label={t('shell.service')}
          title={t('shell.service')}
          {...outside}
        >
          <Headset size={16} strokeWidth={1.6} aria-hidden="true" />
        </a>
      ) : null}
    </>
  );
}

/** In the drawer of a phone. */
export function ContactRows() {
  const { t } = useTranslation();
  const group = useGroup();
  const service = useServiceAddress();
  if (!group && !service) return null;
  return (
    <ul className={styles.menuList}>
      {group ? (
        <li>
          <a href={group.address} className={styles.menuItem} {...outside}>
            <Users size={18} strokeWidth={1.6} aria-hidden="true" />
            {t('shell.joinGroup', { n: group.account })}
          </a>
        </li>
      ) : null}
      {service ? (
        <li>
          <a href={service} className={styles.menuItem} {...outside}>
            <Headset size={18} strokeWidth={1.6} aria-hidden="true" />
            {t('shell.service')}
          </a>
        </li>
      ) : null}
    </ul>
  );
}
