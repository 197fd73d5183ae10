// The sub-accounts of a member: invited, given phones, switched, removed.
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { Deck } from '@/features/phones/pictures/Deck';
import { usePageTitle } from '@/shell/usePageTitle';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, oneOf, textFilter, useUrlState } from '@/ui/list/urlState';
import { faultWords } from '@/ui/states/faultWords';
import { useWide } from '@/ui/useWide';
import {
  type SubAccount,
  useListSubAccountsQuery,
  useRemoveSubAccountMutation,
  useSetSubAccountStatusMutation,
  useWithdrawInvitationMutation,
} from './api';
import { INVITED, nameOf, OFF, ON, useSubColumns } from './columns';
import { Facts } from './Facts';
import { Keyword } from './Keyword';
import { PermissionLegend } from './permissions';
import { useInviting } from './useInviting';
import { viewFilter } from './views';

const PhonesDialog = lazyWithRetry(() => import('./PhonesDialog'), 'over');
const ActivitySheet = lazyWithRetry(() => import('./ActivitySheet'), 'over');

type Opened =
  | { what: 'phones' | 'activity'; memberId: number; name: string }
  | { what: 'remove' | 'off' | 'withdraw'; sub: SubAccount };

const FRESH = { refetchOnMountOrArgChange: true, refetchOnReconnect: true } as const;

const codec = listCodec({ view: viewFilter(), q: textFilter(), state: oneOf('all', 'on', 'off', 'invited') });

/** The other pages of the enterprise stand beside this one: `tabs`, under its name. */
export default function SubAccountsPage({ tabs, company }: { tabs?: ReactNode; company?: string }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const heading = usePageTitle(t('pages.keyAccount'));
  const [{ q, state, pageNo, pageSize }, change] = useUrlState(codec);
  const keyword = q.trim();
  const status = state === 'all' ? {} : { status: { on: ON, off: OFF, invited: INVITED }[state] };
  const answer = useListSubAccountsQuery({ pageNo, pageSize, ...(keyword ? { keyword } : {}), ...status }, FRESH);
  const page = answer.currentData;
  const [opened, setOpened] = useState<Opened | null>(null);
  const inviting = useInviting();
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
    onConsent: ({ phone, name }) => inviting.consent(phone, name),
    onWithdraw: (sub) => setOpened({ what: 'withdraw', sub }),
  });
  const counts = page
    ? { all: page.all + page.invited, on: page.all - page.off, off: page.off, invited: page.invited }
    : null;
  const pictured = page?.list.flatMap(({ firstPhoneIds }) => firstPhoneIds) ?? [];
  const wide = useWide();
  const facts = page ? (
    <Facts
      facts={[
        { name: t('subAccounts.title'), n: page.all },
        { name: t('subAccounts.working'), n: page.working },
        { name: t('subAccounts.given'), n: page.given },
        { name: t('subAccounts.free'), n: page.free },
      ]}
    />
  ) : null;
  return (
    <Deck phoneIds={pictured}>
      <TablePage<SubAccount>
        title={company ?? t('subAccounts.title')}
        label={t('subAccounts.title')}
        heading={heading}
        facts={wide ? facts : null}
        notes={wide ? null : facts}
        actions={inviting.buttons}
        filters={
          <>
            {tabs}
            <Keyword label={t('subAccounts.search')} value={q} onSearch={(next) => change({ q: next })} />
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
        answer={answer}
        failed={t('subAccounts.failed')}
        empty={{
          look: 'open',
          title: t('subAccounts.empty'),
          text: t('subAccounts.emptyText'),
          step: { label: t('subAccounts.add'), onClick: inviting.invite },
        }}
        unmatched={
          keyword || state !== 'all'
            ? {
                title: t('subAccounts.noMatch'),
                step: { label: t('subAccounts.clear'), onClick: () => change({ q: '', state: 'all' }) },
              }
            : undefined
        }
        paging={{ pageNo, pageSize }}
        onChange={change}
        totalWords={(n) => t('subAccounts.total', { n })}
        columns={columns}
        idOf={({ memberId, invitationId }) => memberId ?? invitationId ?? 0}
        nameOf={nameOf}
        over={
          <>
            {inviting.dialog}
            {opened?.what === 'withdraw' ? (
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
        }
      />
    </Deck>
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
