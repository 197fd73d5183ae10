// Buying phones: configuration, carrier, package and number at the left, the order at the right. What it costs is counted by the server's own code.
import { Segmented } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFen, orderLimits, packageViews, quotePurchase } from '@/core/rules';
import { usePageTitle } from '@/shell/usePageTitle';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import type { Carrier, Configuration, Shelf, Stocked } from '../api';
import { PURCHASE } from '../api';
import styles from '../Order.module.css';
import { OrderPanel, type Paid, type PanelLine } from '../OrderPanel';
import { PayOrder } from '../pay/PayOrder';
import Unpaid from '../pay/Unpaid';
import { useOrdering } from '../useOrdering';
import { useShelf } from '../useShelf';
import { carrierKeys, dateOf, rangeAt, stepOf } from '../words';
import { ConfigurationChoice } from './ConfigurationChoice';
import { Included } from './Included';
import { PackageChoice } from './PackageChoice';
import { Quantity } from './Quantity';

export default function BuyPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.buy'));
  const { shelf, now, fault, fetching, refetch } = useShelf();
  const first = shelf && chosenAtFirst(shelf);
  if (fault && !fetching) return <FaultState title={t('buy.failed')} fault={fault} onRetry={refetch} />;
  return (
    <>
      {shelf && first ? (
        <Buying shelf={shelf} first={first} now={now} heading={heading} />
      ) : (
        <div className={styles.main}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {t('buy.title')}
          </h1>
          {shelf ? (
            <EmptyState look="shut" title={t('buy.nothing')} text={t('buy.nothingText')} />
          ) : (
            <RowSkeletons count={8} />
          )}
        </div>
      )}
    </>
  );
}

interface Props {
  shelf: Stocked;
  /** Stands chosen until another one is pressed. */
  first: Configuration;
  now: number;
  heading: React.RefObject<HTMLHeadingElement | null>;
}

/** Of what can be bought (some kinds are only renewed any more) the first that there is, or that is kept for the member. */
function chosenAtFirst({ list }: Shelf): Configuration | undefined {
  const sold = list.filter(({ onSale }) => onSale);
  return sold.find(({ stock, reserved, packages }) => stock + reserved > 0 && packages.length > 0) ?? sold[0];
}

/** Why what is chosen cannot be bought, however many. */
function whyBlocked(chosen: Configuration, carrier: Carrier | null, packaged: boolean, t: TFunction): string | null {
  if (!chosen.onSale) return t('buy.offSale');
  if (!packaged) return t(chosen.packages.length > 0 ? 'buy.packageGone' : 'buy.soldOut');
  if (chosen.stock === 0) return chosen.reserved > 0 ? t('buy.heldFirst') : t('buy.soldOut');
  return stockOf(chosen, carrier) === 0 ? t('buy.carrierGone') : null;
}

/** So many of these can be had. */
const stockOf = ({ free, stock }: Configuration, carrier: Carrier | null): number =>
  carrier === null ? stock : (free.find(({ operator }) => operator === carrier)?.count ?? 0);

/** Choice of the member, who alone changes it: an option that sells out or is no longer sold stays chosen, and cannot be paid. */
interface Wish {
  configurationId: number;
  days: number | undefined;
  carrier: Carrier | null;
}

/** A configuration that was just chosen, with the length and the carrier of before where it has them. */
function wishFor({ configurationId, packages, free }: Configuration, before?: Wish): Wish {
  const views = packageViews(packages);
  const view = views.find(({ days }) => days === before?.days) ?? views.find(({ base }) => base) ?? views[0];
  const carrier = free.find(({ operator, count }) => operator === before?.carrier && count > 0)?.operator ?? null;
  return { configurationId, days: view?.days, carrier };
}

function Buying({ shelf, first, now, heading }: Props) {
  const { t } = useTranslation();
  const [wish, setWish] = useState(() => wishFor(first));
  const [quantity, setQuantity] = useState(1);
  const ordering = useOrdering();
  const [wallet, setWallet] = useState<number>();

  const { carrier, days } = wish;
  const list = shelf.list.filter(({ onSale, configurationId }) => onSale || configurationId === wish.configurationId);
  const chosen = list.find(({ configurationId }) => configurationId === wish.configurationId) ?? first;
  const views = packageViews(chosen.packages);
  const view = views.find((each) => each.days === days);
  const bought = chosen.packages.find(({ packageId }) => packageId === view?.packageId);
  const tiers = bought?.tiers ?? [];
  const stock = stockOf(chosen, carrier);
  const most = Math.min(stock, orderLimits().quantityMax);
  const price = bought ? quotePurchase(bought, quantity) : null;
  const blocked =
    whyBlocked(chosen, carrier, bought !== undefined, t) ??
    price?.fault ??
    (quantity > most ? t('buy.tooMany', { n: stock }) : null);

  // The chosen carrier stays in sight when it has none left.
  const carriers = chosen.free.map(({ operator }) => operator);
  if (carrier && !carriers.includes(carrier)) carriers.push(carrier);

  const lines: PanelLine[] = [
    {
      key: 'what',
      words: [`${chosen.name} ${chosen.code}`.trim(), ...(carrier ? [t(carrierKeys[carrier])] : [])].join(' · '),
    },
  ];
  if (view && price && !price.fault) {
    const until = now + view.days * orderLimits().dayMs;
    lines.push({ key: 'until', words: t('buy.until', { count: view.days, date: dateOf(until) }) });
    lines.push({ key: 'list', words: `¥${formatFen(view.listFen)} × ${quantity}`, fen: price.listFen });
    if (price.discountFen > 0) {
      lines.push({
        key: 'tier',
        words: t('buy.tierPrice', { range: rangeAt(tiers, stepOf(tiers, quantity)), price: formatFen(price.unitFen) }),
        fen: -price.discountFen,
        saving: true,
      });
    }
  }
  const place = async (by: number | undefined, paid: Paid) => {
    if (!bought || !price) return false;
    setWallet(by);
    const made = await ordering.place({
      type: PURCHASE,
      configurationId: chosen.configurationId,
      packageId: bought.packageId,
      quantity,
      ...(carrier ? { carrier } : {}),
      ...paid,
      agreed: true,
    });
    if (made) setQuantity(1);
    return made !== undefined;
  };
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <div className={styles.head}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {t('buy.title')}
          </h1>
          <p className={styles.subtitle}>{t('buy.subtitle')}</p>
        </div>
        <Unpaid />
        <section className={styles.section}>
          <ConfigurationChoice
            configurations={list}
            value={chosen.configurationId}
            onChange={(id) => {
              const wanted = list.find(({ configurationId }) => configurationId === id);
              if (wanted) setWish(wishFor(wanted, wish));
              ordering.forget();
            }}
          />
        </section>
        {carriers.length > 0 ? (
          <section className={styles.section} aria-label={t('buy.carrier')}>
            <h2 className={styles.heading}>{t('buy.carrier')}</h2>
            <Segmented<Carrier | 'any'>
              aria-label={t('buy.carrier')}
              value={carrier ?? 'any'}
              onChange={(value) => setWish({ ...wish, carrier: value === 'any' ? null : value })}
              options={[
                { value: 'any' as const, label: t('buy.anyCarrier', { n: chosen.stock }) },
                ...carriers.map((operator) => ({
                  value: operator,
                  label: `${t(carrierKeys[operator])} ${stockOf(chosen, operator)}`,
                  disabled: stockOf(chosen, operator) === 0,
                })),
              ]}
            />
          </section>
        ) : null}
        <section className={styles.section}>
          <PackageChoice views={views} value={view?.days} onChange={(wanted) => setWish({ ...wish, days: wanted })} />
        </section>
        {bought && price ? (
          <section className={styles.section}>
            <Quantity
              tiers={bought.tiers}
              price={price}
              quantity={quantity}
              most={Math.max(1, most)}
              onChange={setQuantity}
            />
          </section>
        ) : null}
        <section className={styles.section}>
          <Included />
        </section>
      </div>
      <OrderPanel
        lines={lines}
        priceFen={price && !price.fault ? price.totalFen : null}
        blocked={blocked}
        offers={shelf.wallets}
        points={shelf.points}
        rules={shelf.rules}
        busy={ordering.busy}
        fault={ordering.fault}
        onPay={place}
      />
      <PayOrder order={ordering.order} wallet={wallet} shelf={shelf} onClose={ordering.leave} />
    </div>
  );
}
