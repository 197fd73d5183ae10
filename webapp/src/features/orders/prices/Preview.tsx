// Preview of the prices for members: the members' own parts, fed with the draft. Nothing can be ordered here.
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFen, orderLimits, packageViews, quotePurchase } from '@/core/rules';
import { Money } from '@/ui/Money';
import { ConfigurationChoice } from '../buy/ConfigurationChoice';
import { PackageChoice } from '../buy/PackageChoice';
import { Quantity } from '../buy/Quantity';
import { rangeAt, stepOf } from '../words';
import type { StoredConfiguration } from './api';
import { nameOf } from './configuration';
import { type Draft, shownWith } from './draft';
import styles from './Prices.module.css';

interface Props {
  kept: StoredConfiguration;
  base: Draft;
  draft: Draft;
  /** Whether the draft is another than the prices in force. */
  changed: boolean;
}

export function Preview({ kept, base, draft, changed }: Props) {
  const { t } = useTranslation();
  const [when, setWhen] = useState<'today' | 'then'>('then');
  const [wanted, setWanted] = useState<number>();
  const [quantity, setQuantity] = useState(1);
  const shown = shownWith(kept, when === 'today' || !changed ? base : draft, nameOf(kept));
  const views = packageViews(shown.packages);
  const view = views.find(({ days }) => days === wanted) ?? views.find(({ base: usual }) => usual) ?? views[0];
  const bought = shown.packages.find(({ packageId }) => packageId === view?.packageId);
  const price = bought ? quotePurchase(bought, quantity) : null;
  const before = shownWith(kept, base, nameOf(kept)).packages.find(({ days }) => days === view?.days);
  const today = before ? quotePurchase(before, quantity) : null;
  return (
    <aside className={styles.preview} aria-label={t('prices.preview')}>
      <div className={styles.previewHead}>
        <h2 className={styles.heading}>{t('prices.preview')}</h2>
        {changed ? (
          <Segmented<'today' | 'then'>
            aria-label={t('prices.previewWhen')}
            value={when}
            onChange={setWhen}
            options={[
              { value: 'today', label: t('prices.today') },
              { value: 'then', label: t('prices.then') },
            ]}
          />
        ) : null}
      </div>
      <ConfigurationChoice configurations={[shown]} value={shown.configurationId} onChange={() => {}} />
      {view ? (
        <>
          <PackageChoice views={views} value={view.days} onChange={setWanted} />
          {bought && price && !price.fault ? (
            <>
              <div>
                <Quantity
                  tiers={bought.tiers}
                  price={price}
                  quantity={quantity}
                  most={orderLimits().quantityMax}
                  onChange={setQuantity}
                />
              </div>
              <ul className={styles.lines}>
                <li>
                  <span>{`¥${formatFen(view.listFen)} × ${quantity}`}</span>
                  <Money fen={price.listFen} />
                </li>
                {price.discountFen > 0 ? (
                  <li data-saving="true">
                    <span>
                      {t('buy.tierPrice', {
                        range: rangeAt(bought.tiers, stepOf(bought.tiers, quantity)),
                        price: formatFen(price.unitFen),
                      })}
                    </span>
                    <Money fen={-price.discountFen} />
                  </li>
                ) : null}
                <li>
                  <span>{t('pay.due')}</span>
                  <b className={styles.total}>
                    <Money fen={price.totalFen} />
                  </b>
                </li>
                {today && !today.fault && today.totalFen !== price.totalFen ? (
                  <li className={styles.quiet}>{t('prices.sameToday', { amount: formatFen(today.totalFen) })}</li>
                ) : null}
              </ul>
            </>
          ) : null}
        </>
      ) : (
        <p className={styles.quiet}>{t('prices.nothingShown')}</p>
      )}
      <p className={styles.quiet}>{t('prices.previewText')}</p>
    </aside>
  );
}
