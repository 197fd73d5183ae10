// The phones of the enterprise as a wall of live small pictures, in sections by sub-account or by group. Only sections near the view are asked.
import { Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { Deck } from '@/features/phones/pictures/Deck';
import { Facts } from '@/features/subaccounts/Facts';
import { Keyword } from '@/features/subaccounts/Keyword';
import { useInviting } from '@/features/subaccounts/useInviting';
import { viewFilter } from '@/features/subaccounts/views';
import { usePageTitle } from '@/shell/usePageTitle';
import { ListPage } from '@/ui/list/ListPage';
import { listCodec, oneOf, textFilter, useUrlState } from '@/ui/list/urlState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { useWide } from '@/ui/useWide';
import { type Section, type Sorting, useGetOverviewQuery, useListSectionsQuery } from './api';
import { Side } from './Side';
import { useWallPhones } from './useWallPhones';
import styles from './Wall.module.css';
import { keyOf, WallSection } from './WallSection';

/** Presence of sub-accounts on phones changes without an event: the server is asked anew at this interval. */
export const POLL_MS = 10_000;
const SIDE_WIDTH = 320;
/** From this width on the side stands beside the wall, else below it. */
const ROOMY_PX = 1200;
const FRESH = {
  refetchOnMountOrArgChange: true,
  refetchOnReconnect: true,
  pollingInterval: POLL_MS,
  skipPollingIfUnfocused: true,
} as const;

/** Least time between two pictures of a phone, by the choice: the first is each that the phone makes. */
const INTERVALS_MS = { twice: 0, once: 1_000, five: 5_000, thirty: 30_000 } as const;
type Rate = keyof typeof INTERVALS_MS;
const rates = Object.keys(INTERVALS_MS) as Rate[];

const codec = listCodec({
  view: viewFilter(),
  q: textFilter(),
  by: oneOf<Sorting>('subAccount', 'group'),
  rate: oneOf<Rate>('twice', 'once', 'five', 'thirty'),
});

export default function WallPage({ tabs, company }: { tabs: ReactNode; company: string }) {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.keyAccount'));
  const [{ q, by, rate, pageNo, pageSize }, change] = useUrlState(codec);
  const keyword = q.trim();
  const asked = { by, ...(keyword ? { keyword } : {}) };
  const answer = useListSectionsQuery({ ...asked, pageNo, pageSize }, FRESH);
  const page = answer.currentData;
  const overview = useGetOverviewQuery(undefined, FRESH).data;
  const inviting = useInviting();
  const wall = useWallPhones();
  const total = page?.total ?? 0;
  const facts = overview ? <OverviewFacts {...overview} /> : null;
  const wide = useWide();
  const roomy = useWide(ROOMY_PX);
  return (
    <Deck phoneIds={wall.phoneIds} intervalMs={INTERVALS_MS[rate]}>
      <ListPage<Section>
        title={company}
        heading={heading}
        facts={wide ? facts : null}
        notes={wide ? null : facts}
        actions={inviting.buttons}
        filters={
          <>
            {tabs}
            <Keyword label={t('keyAccount.search')} value={q} onSearch={(next) => change({ q: next })} />
            <Segmented<Sorting>
              className={styles.sorting ?? ''}
              aria-label={t('keyAccount.sorting')}
              value={by}
              onChange={(next) => change({ by: next })}
              options={[
                { value: 'subAccount', label: t('keyAccount.bySubAccount') },
                { value: 'group', label: t('keyAccount.byGroup') },
              ]}
            />
            <Select<Rate>
              aria-label={t('keyAccount.rate')}
              popupMatchSelectWidth={false}
              value={rate}
              onChange={(next) => change({ rate: next })}
              options={rates.map((value) => ({ value, label: t(`keyAccount.rates.${value}`) }))}
            />
          </>
        }
        rows={page?.list}
        fault={page ? undefined : (answer.error as CallFault | undefined)}
        fetching={answer.isFetching}
        onRetry={answer.refetch}
        failed={t('keyAccount.failed')}
        empty={{ look: 'shut', title: t('keyAccount.empty'), text: t('keyAccount.emptyText'), calm: true }}
        unmatched={
          keyword
            ? {
                title: t('keyAccount.noMatch'),
                step: { label: t('keyAccount.clear'), onClick: () => change({ q: '' }) },
              }
            : undefined
        }
        skeleton={<RowSkeletons count={8} />}
        pager={{ pageNo, pageSize, total, totalWords: t('keyAccount.total', { count: total }), onChange: change }}
        dock={roomy ? <Side overview={overview} /> : undefined}
        dockWidth={SIDE_WIDTH}
      >
        {(rows) => (
          <div className={styles.wall}>
            {rows.map((section) => (
              <WallSection
                key={`${by} ${keyword} ${keyOf(section)}`}
                section={section}
                asked={asked}
                onPhones={(ids) => wall.put(keyOf(section), ids)}
              />
            ))}
            {roomy ? null : <Side overview={overview} />}
          </div>
        )}
      </ListPage>
      {inviting.dialog}
    </Deck>
  );
}

type Counts = {
  total: number;
  running: number;
  subAccounts: number;
  failed: number;
  ends: { days: number; phones: number }[];
};

const SOON_DAYS = 7;

function OverviewFacts({ total, running, subAccounts, failed, ends }: Counts) {
  const { t } = useTranslation();
  const soon = ends.reduce((sum, { days, phones }) => (days <= SOON_DAYS ? sum + phones : sum), 0);
  return (
    <Facts
      facts={[
        { name: t('keyAccount.phones'), n: total },
        { name: t('keyAccount.running'), n: running },
        { name: t('keyAccount.subAccountsFact'), n: subAccounts },
        { name: t('keyAccount.soon'), n: soon, tone: soon > 0 ? 'warn' : undefined },
        { name: t('keyAccount.failedPhones'), n: failed, tone: failed > 0 ? 'err' : undefined },
      ]}
    />
  );
}
