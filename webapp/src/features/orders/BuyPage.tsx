// Buying phones: configuration, carrier, package and number at the left, the order at the right. What it costs is counted by the server's own code.
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFen, orderLimits, packageViews, quotePurchase } from '@/core/rules';
import { usePageTitle } from '@/shell/usePageTitle';
import { EmptyState } from '@/ui/EmptyState';
import { FaultState } from '@/ui/FaultState';
import { RowSkeletons } from '@/ui/Skeletons';
import type { Carrier, Configuration, Shelf, Stocked } from './api';
import { PURCHASE } from './api';
import { ConfigurationChoice } from './ConfigurationChoice';
import { Included } from './Included';
import styles from './Order.module.css';
import { OrderPanel, type PanelLine } from './OrderPanel';
import { PackageChoice } from './PackageChoice';
import { PayOrder } from './PayOrder';
import { Quantity } from './Quantity';
import { useOrdering } from './useOrdering';
import { useShelf } from './useShelf';
import { carrierKeys, dateOf, rangeAt, stepOf } from './words';

export default function BuyPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.buy'));
  const { shelf, now, fault, fetching, refetch } = useShelf();
  if (fault && !fetching) return <FaultState title={t('buy.failed')} fault={fault} onRetry={refetch} />;
  return (
    <>
      {shelf && sold(shelf).length > 0 ? (
        <Buying shelf={shelf} now={now} heading={heading} />
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
  now: number;
  heading: React.RefObject<HTMLHeadingElement | null>;
}

/** What can be bought: some kinds are only renewed any more. */
const sold = ({ list }: Shelf): Configuration[] => list.filter(({ onSale }) => onSale);

/** So many of these can be had. */
const stockOf = ({ free, stock }: Configuration, carrier: Carrier | null): number =>
  carrier === null ? stock : (free.find(({ operator }) => operator === carrier)?.count ?? 0);

function Buying({ shelf, now, heading }: Props) {
  const { t } = useTranslation();
  const [configurationId, setConfiguration] = useState<number>();
  const [carrier, setCarrier] = useState<Carrier | null>(null);
  const [days, setDays] = useState<number>();
  const [quantity, setQuantity] = useState(1);
  const ordering = useOrdering();
  const [wallet, setWallet] = useState<number>();

  const list = sold(shelf);
  const open = list.filter(({ stock, packages }) => stock > 0 && packages.length > 0);
  const chosen = list.find((each) => each.configurationId === configurationId) ?? open[0] ?? list[0];
  if (!chosen) return null;
  const views = packageViews(chosen.packages);
  const view = views.find((each) => each.days === days) ?? views.find(({ base }) => base) ?? views[0];
  const bought = chosen.packages.find(({ packageId }) => packageId === view?.packageId);
  // A carrier that this configuration has none of is no wish for it.
  const wished = carrier !== null && stockOf(chosen, carrier) > 0 ? carrier : null;
  const tiers = bought?.tiers ?? [];
  const stock = stockOf(chosen, wished);
  const most = Math.min(stock, orderLimits().quantityMax);
  const price = bought ? quotePurchase(bought, quantity) : null;
  const blocked =
    !bought || stock === 0
      ? t('buy.soldOut')
      : (price?.fault ?? (quantity > most ? t('buy.tooMany', { n: stock }) : null));

  const lines: PanelLine[] = [
    {
      key: 'what',
      words: [`${chosen.name} ${chosen.code}`.trim(), ...(wished ? [t(carrierKeys[wished])] : [])].join(' · '),
    },
  ];
  if (view && price && !price.fault) {
    const until = now + view.days * orderLimits().dayMs;
    lines.push({ key: 'until', words: t('buy.until', { n: view.days, date: dateOf(until) }) });
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
  const place = async (by: number) => {
    if (!bought || !price) return;
    setWallet(by);
    await ordering.place({
      type: PURCHASE,
      configurationId: chosen.configurationId,
      packageId: bought.packageId,
      quantity,
      ...(wished ? { carrier: wished } : {}),
      totalFen: price.totalFen,
      agreed: true,
    });
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
        <section className={styles.section}>
          <ConfigurationChoice
            configurations={list}
            value={chosen.configurationId}
            onChange={(id) => {
              setConfiguration(id);
              ordering.forget();
            }}
          />
        </section>
        {chosen.free.length > 0 ? (
          <section className={styles.section} aria-label={t('buy.carrier')}>
            <h2 className={styles.heading}>{t('buy.carrier')}</h2>
            <Segmented<Carrier | 'any'>
              aria-label={t('buy.carrier')}
              value={wished ?? 'any'}
              onChange={(value) => setCarrier(value === 'any' ? null : value)}
              options={[
                { value: 'any' as const, label: t('buy.anyCarrier', { n: chosen.stock }) },
                ...chosen.free.map(({ operator, count }) => ({
                  value: operator,
                  label: `${t(carrierKeys[operator])} ${count}`,
                  disabled: count === 0,
                })),
              ]}
            />
          </section>
        ) : null}
        <section className={styles.section}>
          <PackageChoice views={views} value={view?.days} onChange={setDays} />
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
        totalFen={price && !price.fault ? price.totalFen : null}
        blocked={blocked}
        offers={shelf.wallets}
        rules={shelf.rules}
        busy={ordering.busy}
        fault={ordering.fault}
        onPay={place}
      />
      <PayOrder order={ordering.order} wallet={wallet} shelf={shelf} onClose={ordering.leave} />
    </div>
  );
}
