// The pages about orders and money as tabs, each at an address of its own; a figure beside one means that a person is needed.
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { paths } from '@/app/paths';
import { useMayCall } from '@/ui/rights/Gate';
import { useListBillDifferencesQuery, useListMismatchesQuery, useListRefundsQuery } from './api';
import styles from './Desk.module.css';

const LOOK_AGAIN_MS = 30_000;
const often = { pollingInterval: LOOK_AGAIN_MS, skipPollingIfUnfocused: true } as const;
const one = { pageNo: 1, pageSize: 1 } as const;

export function DeskTabs() {
  const { t } = useTranslation();
  const decides = useMayCall('list_refunds');
  const { data: asked } = useListRefundsQuery({ ...one, state: 'asked' }, { ...often, skip: !decides });
  const { data: misfits } = useListMismatchesQuery({ ...one, handled: false }, { ...often, skip: !decides });
  const { data: apart } = useListBillDifferencesQuery({ ...one, solved: false }, { ...often, skip: !decides });
  const tabs = [
    { to: paths.allOrders, words: t('desk.tabs.orders'), shown: useMayCall('list_all_orders'), needed: 0 },
    { to: paths.refunds, words: t('desk.tabs.refunds'), shown: decides, needed: asked?.total ?? 0 },
    { to: paths.mismatches, words: t('desk.tabs.mismatches'), shown: decides, needed: misfits?.total ?? 0 },
    { to: paths.bills, words: t('desk.tabs.bills'), shown: decides, needed: apart?.total ?? 0 },
    { to: paths.ledger, words: t('desk.tabs.ledger'), shown: useMayCall('list_ledger'), needed: 0 },
  ];
  return (
    <nav className={styles.tabs} aria-label={t('desk.title')}>
      {tabs
        .filter(({ shown }) => shown)
        .map(({ to, words, needed }) => (
          <NavLink key={to} to={to} className={styles.tab ?? ''}>
            {words}
            {needed > 0 ? <b>{t('desk.needed', { count: needed })}</b> : null}
          </NavLink>
        ))}
    </nav>
  );
}
