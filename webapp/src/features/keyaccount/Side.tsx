// Beside the wall: what was spent this month and on whose phones, what ends soon with the way to renew it, and whom to turn to.
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import type { CallFault } from '@/core/http';
import { useGetBrandingQuery } from '@/features/branding/branding';
import { useContacts } from '@/features/branding/contacts';
import { MonthStacks } from '@/ui/charts/MonthStacks';
import { Money } from '@/ui/Money';
import { QR } from '@/ui/qr/QR';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { type Overview, type Spend, useGetSpendQuery } from './api';
import styles from './Side.module.css';
import { against, spendStacks } from './stacks';
import { useSpenderName } from './useSpenderName';

/** Rows of those on whose phones most was spent. */
const TOP = 3;
const WITHIN_WEEK = 7;
const QR_SIZE = 54;

export function Side({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useGetSpendQuery({ pageNo: 1, pageSize: TOP });
  return (
    <aside className={styles.side} aria-label={t('keyAccount.side')}>
      {data ? (
        <Month spend={data} />
      ) : error && !isFetching ? (
        <FaultState title={t('keyAccount.spendFailed')} fault={error as CallFault} onRetry={refetch} />
      ) : (
        <RowSkeletons count={5} />
      )}
      {overview ? <Ends ends={overview.ends} /> : null}
      <Contact />
    </aside>
  );
}

function Month({ spend }: { spend: Spend }) {
  const { t } = useTranslation();
  const nameOf = useSpenderName();
  const { months, list, total, beforeFen } = spend;
  const now = months.at(-1);
  if (!now) return null;
  const { scaleFen, stacks } = spendStacks(months);
  const change = against(now.fen, beforeFen);
  const thisMonth = (fen: readonly number[]) => fen.at(-1) ?? 0;
  const spenders = list.filter(({ fen }) => thisMonth(fen) > 0);
  const others = now.fen - spenders.reduce((sum, { fen }) => sum + thisMonth(fen), 0);
  const most = Math.max(1, ...spenders.map(({ fen }) => thisMonth(fen)));
  return (
    <>
      <section aria-labelledby="keyaccount-month">
        <div className={styles.title}>
          <h2 id="keyaccount-month">{t('keyAccount.thisMonth')}</h2>
          <Link to={paths.orders}>{t('keyAccount.bills')}</Link>
        </div>
        <p className={styles.sum} data-testid="month-spend">
          <Money fen={now.fen} />
        </p>
        <p className={styles.quiet}>
          {change ? (
            <span>
              {t('keyAccount.against')} <b className="owl-figures">{change}</b>
            </span>
          ) : null}
          {now.refundedFen > 0 ? (
            <span>
              {t('keyAccount.refunded')} <Money fen={now.refundedFen} />
            </span>
          ) : null}
        </p>
        {stacks.some(({ bars }) => bars > 0) ? (
          <>
            <div className={styles.stacks}>
              <MonthStacks stacks={stacks} labelledBy="keyaccount-month" />
            </div>
            <p className={styles.scale}>
              {t('keyAccount.bar')} <Money fen={scaleFen} />
            </p>
          </>
        ) : null}
      </section>
      {spenders.length > 0 ? (
        <section aria-labelledby="keyaccount-spenders">
          <h2 id="keyaccount-spenders">{t('keyAccount.spenders')}</h2>
          <ul className={styles.rows}>
            {spenders.map((row) => (
              <Spending key={row.memberId} name={nameOf(row)} fen={thisMonth(row.fen)} most={most} />
            ))}
            {total > TOP && others > 0 ? (
              <Spending name={t('keyAccount.others', { count: total - TOP })} fen={others} most={most} />
            ) : null}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function Spending({ name, fen, most }: { name: string; fen: number; most: number }) {
  return (
    <li>
      <span className={styles.name}>{name}</span>
      <i style={{ '--part': Math.min(1, fen / most) } as React.CSSProperties} aria-hidden="true" />
      <Money fen={fen} />
    </li>
  );
}

function Ends({ ends }: { ends: Overview['ends'] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="keyaccount-ends">
      <h2 id="keyaccount-ends">{t('keyAccount.ends')}</h2>
      <ul className={styles.rows}>
        {ends.map(({ days, phones, phoneIds }) => {
          const tone = phones === 0 || days > WITHIN_WEEK ? undefined : days === 0 ? 'err' : 'warn';
          const when = days === 0 ? t('keyAccount.today') : t('keyAccount.within', { n: days });
          return (
            <li key={days}>
              <span className={styles.name} data-tone={tone}>
                {when}
              </span>
              <b className="owl-figures">{t('keyAccount.count', { count: phones })}</b>
              {phones > 0 ? (
                <Link
                  to={`${paths.renew}?phoneIds=${phoneIds.join()}`}
                  aria-label={t('keyAccount.renewName', { when })}
                >
                  {t('keyAccount.renew')}
                </Link>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The operator's first account of a messaging service, else its group; nothing where the operator named none. */
function Contact() {
  const { t } = useTranslation();
  const { contacts } = useContacts();
  const hours = useGetBrandingQuery().data?.serviceHours;
  const contact = contacts?.find(({ group }) => !group) ?? contacts?.[0];
  if (!contact) return null;
  return (
    <section aria-labelledby="keyaccount-contact">
      <h2 id="keyaccount-contact">{t('keyAccount.contact')}</h2>
      <div className={styles.contact}>
        <QR value={contact.address} label={t('keyAccount.codeOf', { name: contact.account })} size={QR_SIZE} />
        <p>
          <b>{contact.account}</b>
          {hours ? <span>{hours}</span> : null}
          <a href={contact.address} target="_blank" rel="noopener noreferrer">
            {t('keyAccount.openContact')}
          </a>
        </p>
      </div>
    </section>
  );
}
