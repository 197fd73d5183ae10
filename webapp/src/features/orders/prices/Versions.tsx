// Price versions that held, hold and will hold, from the oldest to what is to come.
import { useTranslation } from 'react-i18next';
import { dateOf } from '../words';
import type { PriceVersion } from './api';
import styles from './Prices.module.css';

const SHOWN = 4;

export function Versions({ prices }: { prices: readonly PriceVersion[] }) {
  const { t } = useTranslation();
  return (
    <>
      <h3 className={styles.heading}>{t('prices.from')}</h3>
      <ol className={styles.versions}>
        {prices
          .slice(0, SHOWN)
          .reverse()
          .map(({ number, stage, fromTime }) => (
            <li key={number} data-stage={stage}>
              <span className={styles.quiet}>
                {t('prices.version', { n: number })} · {t(`prices.stages.${stage}`)}
              </span>
              <span>
                {fromTime === null
                  ? t('prices.noDay')
                  : fromTime === 0
                    ? t('prices.sinceBegin')
                    : t('prices.since', { day: dateOf(fromTime) })}
              </span>
            </li>
          ))}
      </ol>
    </>
  );
}
