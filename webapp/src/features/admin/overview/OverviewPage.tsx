// Today: what needs a person, every phone as a tick, stock, money, what hangs, and the last errors. Looks again by itself; each figure leads to its page.
import { Button, Tooltip } from 'antd';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/app/paths';
import type { CallFault } from '@/core/http';
import { permissionOf } from '@/core/operations';
import { holdsPermission, type Zone } from '@/core/rules';
import { usePageTitle } from '@/shell/usePageTitle';
import { useRights } from '@/ui/rights/Gate';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { useNow } from '@/ui/time/useNow';
import { useWide } from '@/ui/useWide';
import { type HostsAnswer, type Overview, useGetTodayQuery, useListWorstHostsQuery } from './api';
import { ErrorsTable } from './ErrorsTable';
import { FirstDay } from './FirstDay';
import { HostsPart } from './HostsPart';
import { MoneyPart } from './MoneyPart';
import styles from './Overview.module.css';
import { Section } from './Section';
import { StockPart } from './StockPart';
import { Strip } from './Strip';
import { shopWords, useShopZone } from './shopClock';
import { FeedbackPart, HangingPart, RefundsPart } from './WaitingParts';

const LOOK_AGAIN_MS = 15_000;
/** The age from which on figures are no longer today's. */
const STALE_MS = 60_000;
const CLOCK_MS = 1000;

const SEE_HOSTS = permissionOf('list_hosts') ?? '';

export default function OverviewPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.today'));
  const wide = useWide();
  const live = { refetchOnMountOrArgChange: true, pollingInterval: LOOK_AGAIN_MS, skipPollingIfUnfocused: true };
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = useGetTodayQuery(undefined, live);
  const { permissions } = useRights();
  const skip = !holdsPermission(permissions, [SEE_HOSTS]);
  const hosts = useListWorstHostsQuery(undefined, { ...live, skip });
  const zone = useShopZone();
  const again = () => {
    void refetch();
    if (!skip) void hosts.refetch();
  };
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {t('pages.today')}
        </h1>
        {data ? <Facts overview={data} zone={zone} /> : null}
        {data ? (
          <span className={styles.fresh}>
            <Age at={fulfilledTimeStamp ?? data.time} />
            <Tooltip title={t('common.refresh')}>
              <Button
                type="text"
                aria-label={t('common.refresh')}
                icon={<RotateCw size={16} strokeWidth={1.6} className={isFetching ? 'owl-turning' : ''} />}
                onClick={again}
              />
            </Tooltip>
          </span>
        ) : null}
      </div>
      {data ? (
        <Content overview={data} zone={zone} hosts={skip ? null : hosts} wide={wide} />
      ) : error && !isFetching ? (
        <FaultState title={t('overview.failed')} fault={error as CallFault} onRetry={again} />
      ) : (
        <RowSkeletons count={8} />
      )}
    </div>
  );
}

interface ContentProps {
  overview: Overview;
  zone: Zone;
  hosts: HostsAnswer | null;
  wide: boolean;
}

function Content({ overview, zone, hosts, wide }: ContentProps) {
  const { t } = useTranslation();
  const now = overview.time;
  if (overview.firstDay) return <FirstDay steps={overview.firstDay} stock={overview.stock} />;
  const money = overview.money ? <MoneyPart money={overview.money} now={now} zone={zone} wide={wide} /> : null;
  const field = hosts || overview.phones ? <HostsPart counts={overview.phones} hosts={hosts} wide={wide} /> : null;
  const stock = overview.stock ? <StockPart stock={overview.stock} /> : null;
  const strip = <Strip overview={overview} hosts={hosts?.data?.list} now={now} wide={wide} />;
  // A phone shows what is decided on the way; the rest is a link in the strip.
  if (!wide) {
    return (
      <>
        {strip}
        {money}
        {field}
        {stock}
      </>
    );
  }
  const refunds = overview.refunds;
  const { hanging, feedback } = overview;
  return (
    <>
      {strip}
      <div className={styles.columns}>
        {field}
        {stock || refunds ? (
          <div className={styles.side}>
            {stock}
            {refunds && refunds.count > 0 ? <RefundsPart refunds={refunds} now={now} /> : null}
          </div>
        ) : null}
      </div>
      {money}
      {hanging?.count || feedback?.count ? (
        <div className={styles.pair}>
          {hanging?.count ? <HangingPart hanging={hanging} now={now} /> : null}
          {feedback?.count ? <FeedbackPart feedback={feedback} now={now} /> : null}
        </div>
      ) : null}
      {overview.errors ? (
        <Section
          title={t('overview.errors')}
          note={t('overview.sinceStart')}
          to={`${paths.system}#errors`}
          more={t('overview.all')}
        >
          <ErrorsTable errors={overview.errors} />
        </Section>
      ) : null}
    </>
  );
}

/** The day, and who is there. */
function Facts({ overview: { time, people }, zone }: { overview: Overview; zone: Zone }) {
  const { t } = useTranslation();
  const day = shopWords(time, zone, {
    month: 'short',
    day: 'numeric',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (
    <p className={`${styles.facts} owl-figures`}>
      <span>{day}</span>
      {people ? (
        <>
          <span>
            {t('overview.online')} <b>{people.online.toLocaleString('en-US')}</b>
          </span>
          <span data-desk="">
            {t('overview.signIns')} <b>{people.signIns.toLocaleString('en-US')}</b>
          </span>
          <span>
            {t('overview.newMembers')} <b>{people.newMembers.toLocaleString('en-US')}</b>
          </span>
        </>
      ) : null}
    </p>
  );
}

/** How old the figures are by this browser's clock, which asked for them. */
function Age({ at }: { at: number }) {
  const { t } = useTranslation();
  const now = useNow(CLOCK_MS);
  const ms = Math.max(0, now - at);
  return (
    <span className="owl-figures" data-stale={ms > STALE_MS}>
      {t('overview.updated', { n: Math.floor(ms / 1000) })}
    </span>
  );
}
