// The sub-accounts of a member: invited, given phones, switched, removed. A sub-account sees whose it is, and may leave.
import { Button, Input, Segmented } from 'antd';
import { Search, UserPlus } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { usePageTitle } from '@/shell/usePageTitle';
import { Confirm } from '@/ui/Confirm';
import { EmptyState } from '@/ui/EmptyState';
import { faultWords } from '@/ui/faultWords';
import { later } from '@/ui/later';
import type { DataTableProps } from '@/ui/list/DataTable';
import { ListPage } from '@/ui/list/ListPage';
import { listCodec, oneOf, textFilter, useUrlState } from '@/ui/list/urlState';
import { useTypedSearch } from '@/ui/list/useTypedSearch';
import { RowSkeletons } from '@/ui/Skeletons';
import { useToasts } from '@/ui/Toasts';
import {
  type SubAccount,
  useGetParentQuery,
  useListSubAccountsQuery,
  useRemoveSubAccountMutation,
  useSetSubAccountStatusMutation,
  useWithdrawInvitationMutation,
} from './api';
import { INVITED, nameOf, OFF, ON, useSubColumns } from './columns';
import { PermissionLegend } from './permissions';
import styles from './SubAccounts.module.css';

const DataTable = later<DataTableProps<SubAccount>>(() => import('@/ui/list/DataTable'));
const InviteDialog = later(() => import('./InviteDialog'), 'over');
const ConsentDialog = later(() => import('./ConsentDialog'), 'over');
const PhonesDialog = later(() => import('./PhonesDialog'), 'over');
const ActivitySheet = later(() => import('./ActivitySheet'), 'over');

type Opened =
  | { what: 'add' }
  | { what: 'phones' | 'activity'; memberId: number; name: string }
  | { what: 'consent'; phone: string; name: string }
  | { what: 'remove' | 'off' | 'withdraw'; sub: SubAccount };

const FRESH = { refetchOnMountOrArgChange: true, refetchOnReconnect: true } as const;

export default function SubAccountsPage() {
  const { data } = useGetParentQuery(undefined, FRESH);
  return data?.parent ? <OwnParent {...data.parent} /> : <SubAccounts />;
}

function SubAccounts() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const heading = usePageTitle(t('pages.keyAccount'));
  const codec = useMemo(() => listCodec({ q: textFilter(), state: oneOf('all', 'on', 'off', 'invited') }), []);
  const [{ q, state, pageNo, pageSize }, change] = useUrlState(codec);
  const keyword = q.trim();
  const status = state === 'all' ? {} : { status: { on: ON, off: OFF, invited: INVITED }[state] };
  const answer = useListSubAccountsQuery({ pageNo, pageSize, ...(keyword ? { keyword } : {}), ...status }, FRESH);
  const page = answer.currentData;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [setStatus] = useSetSubAccountStatusMutation();
  const close = () => setOpened(null);
  const switchTo = async (sub: SubAccount, to: number) => {
    const { error } = await setStatus({ memberId: sub.memberId ?? 0, status: to });
    if (error) toasts.failed(faultWords(error as CallFault, t));
    else toasts.done(t(to === ON ? 'subAccounts.switchedOn' : 'subAccounts.switchedOff', { name: nameOf(sub) }));
  };
  const columns = useSubColumns({
    onPhones: (sub) => setOpened({ what: 'phones', memberId: sub.memberId ?? 0, name: nameOf(sub) }),
    onActivity: (sub) => setOpened({ what: 'activity', memberId: sub.memberId ?? 0, name: nameOf(sub) }),
    onSwitch: (sub) => (sub.status === ON ? setOpened({ what: 'off', sub }) : void switchTo(sub, ON)),
    onRemove: (sub) => setOpened({ what: 'remove', sub }),
    onConsent: ({ phone, name }) => setOpened({ what: 'consent', phone, name }),
    onWithdraw: (sub) => setOpened({ what: 'withdraw', sub }),
  });
  const counts = page
    ? { all: page.all + page.invited, on: page.all - page.off, off: page.off, invited: page.invited }
    : null;
  const total = page?.total ?? 0;
  return (
    <>
      <ListPage<SubAccount>
        title={t('subAccounts.title')}
        heading={heading}
        facts={page ? <Facts {...page} /> : null}
        actions={
          <Button
            type="primary"
            icon={<UserPlus size={16} strokeWidth={1.6} />}
            onClick={() => setOpened({ what: 'add' })}
          >
            {t('subAccounts.add')}
          </Button>
        }
        filters={
          <>
            <Keyword value={q} onSearch={(next) => change({ q: next })} />
            <Segmented<typeof state>
              aria-label={t('subAccounts.filter')}
              value={state}
              onChange={(next) => change({ state: next })}
              options={(['all', 'on', 'off', 'invited'] as const).map((value) => ({
                value,
                label: t(`subAccounts.${value}Count`, { n: counts?.[value] ?? '' }),
              }))}
            />
            <PermissionLegend />
          </>
        }
        rows={page?.list}
        fault={page ? undefined : (answer.error as CallFault | undefined)}
        fetching={answer.isFetching}
        onRetry={answer.refetch}
        failed={t('subAccounts.failed')}
        empty={{
          look: 'open',
          title: t('subAccounts.empty'),
          text: t('subAccounts.emptyText'),
          step: { label: t('subAccounts.add'), onClick: () => setOpened({ what: 'add' }) },
        }}
        unmatched={
          keyword || state !== 'all'
            ? {
                title: t('subAccounts.noMatch'),
                step: { label: t('subAccounts.clear'), onClick: () => change({ q: '', state: 'all' }) },
              }
            : undefined
        }
        skeleton={<RowSkeletons count={8} />}
        pager={{ pageNo, pageSize, total, totalWords: t('subAccounts.total', { n: total }), onChange: change }}
      >
        {(rows) => (
          <Suspense fallback={<RowSkeletons count={rows.length} />}>
            <DataTable
              label={t('subAccounts.title')}
              columns={columns}
              rows={rows}
              idOf={({ memberId, invitationId }) => memberId ?? invitationId ?? 0}
              nameOf={nameOf}
            />
          </Suspense>
        )}
      </ListPage>
      {opened?.what === 'add' ? (
        <InviteDialog onInvited={(phone, name) => setOpened({ what: 'consent', phone, name })} onClose={close} />
      ) : opened?.what === 'consent' ? (
        <ConsentDialog phone={opened.phone} name={opened.name} onClose={close} />
      ) : opened?.what === 'withdraw' ? (
        <Withdraw sub={opened.sub} onClose={close} />
      ) : opened?.what === 'phones' ? (
        <PhonesDialog memberId={opened.memberId} name={opened.name} onClose={close} />
      ) : opened?.what === 'activity' ? (
        <ActivitySheet memberId={opened.memberId} name={opened.name} onClose={close} />
      ) : opened?.what === 'off' ? (
        <Confirm
          open
          mild
          title={t('subAccounts.offTitle', { name: nameOf(opened.sub) })}
          verb={t('subAccounts.offVerb')}
          onClose={close}
          onConfirm={() => switchTo(opened.sub, OFF)}
        >
          <p>{t('subAccounts.offText')}</p>
        </Confirm>
      ) : opened?.what === 'remove' ? (
        <Remove sub={opened.sub} onClose={close} />
      ) : null}
    </>
  );
}

function Remove({ sub, onClose }: { sub: SubAccount; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [remove] = useRemoveSubAccountMutation();
  return (
    <Confirm
      open
      title={t('subAccounts.removeTitle', { name: nameOf(sub) })}
      verb={t('subAccounts.removeVerb')}
      onClose={onClose}
      onConfirm={async () => {
        const { error } = await remove(sub.memberId ?? 0);
        if (error) toasts.failed(faultWords(error as CallFault, t));
        else toasts.done(t('subAccounts.removed', { name: nameOf(sub) }));
      }}
    >
      <p>{t('subAccounts.removeText')}</p>
    </Confirm>
  );
}

function Withdraw({ sub, onClose }: { sub: SubAccount; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [withdraw] = useWithdrawInvitationMutation();
  return (
    <Confirm
      open
      mild
      title={t('subAccounts.withdrawTitle', { name: nameOf(sub) })}
      verb={t('subAccounts.withdraw')}
      onClose={onClose}
      onConfirm={async () => {
        const { error } = await withdraw(sub.invitationId ?? 0);
        if (error) toasts.failed(faultWords(error as CallFault, t));
        else toasts.done(t('subAccounts.withdrawn'));
      }}
    >
      <p>{t('subAccounts.withdrawText')}</p>
    </Confirm>
  );
}

/** How many there are, how many work just now, and where the phones are. */
function Facts({ all, working, given, free }: { all: number; working: number; given: number; free: number }) {
  const { t } = useTranslation();
  const facts = [
    [t('subAccounts.title'), all],
    [t('subAccounts.working'), working],
    [t('subAccounts.given'), given],
    [t('subAccounts.free'), free],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, n]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="owl-figures">{n}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Whose sub-account the member is. */
function OwnParent({ phone, status }: { phone: string; status: number }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const heading = usePageTitle(t('pages.keyAccount'));
  const [leaving, setLeaving] = useState(false);
  const [remove] = useRemoveSubAccountMutation();
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="owl-hidden-text">
        {t('subAccounts.title')}
      </h1>
      <EmptyState
        look={status === ON ? 'open' : 'shut'}
        title={t('subAccounts.ofParent', { phone })}
        text={t(status === ON ? 'subAccounts.ofParentText' : 'subAccounts.ofParentOff')}
      >
        <Button danger onClick={() => setLeaving(true)}>
          {t('subAccounts.leave')}
        </Button>
      </EmptyState>
      {leaving ? (
        <Confirm
          open
          title={t('subAccounts.leaveTitle', { phone })}
          verb={t('subAccounts.leave')}
          onClose={() => setLeaving(false)}
          onConfirm={async () => {
            const { error } = await remove(null);
            if (error) toasts.failed(faultWords(error as CallFault, t));
          }}
        >
          <p>{t('subAccounts.leaveText')}</p>
        </Confirm>
      ) : null}
    </>
  );
}

function Keyword({ value, onSearch }: { value: string; onSearch: (keyword: string) => void }) {
  const { t } = useTranslation();
  const { draft, setDraft, search } = useTypedSearch(value, onSearch);
  return (
    <Input
      className={styles.search ?? ''}
      prefix={<Search size={16} strokeWidth={1.6} aria-hidden="true" />}
      aria-label={t('subAccounts.search')}
      placeholder={t('subAccounts.search')}
      allowClear
      maxLength={64}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onPressEnter={() => search(draft)}
    />
  );
}
