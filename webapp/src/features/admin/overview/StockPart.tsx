// Stock of each configuration: what is free, and for how many days of sales it lasts, a tick a day.
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { Ticks, type TickTone } from '@/ui/Ticks';
import type { Part } from './api';
import styles from './Overview.module.css';
import { Section } from './Section';

type Stock = Part<'stock'>[number];

const DAYS = 30;
const [LOW_DAYS, LAST_DAY] = [7, 1];

export function StockPart({ stock }: { stock: readonly Stock[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('overview.stock')} note={t('overview.stockNote')}>
      {stock.length === 0 ? <p className={styles.nothing}>{t('overview.noStock')}</p> : null}
      <ul className={styles.stock}>
        {stock.map((one) => (
          <StockRow key={one.configurationId} stock={one} />
        ))}
      </ul>
    </Section>
  );
}

function StockRow({ stock }: { stock: Stock }) {
  const { t } = useTranslation();
  const { configurationId, name, code, free, all } = stock;
  const { filled, tone, words } = useLasting(stock);
  return (
    <li>
      <Link to={`${paths.operatorPhones}?configuration=${configurationId}`} className={styles.stockName}>
        <b>{name}</b> {code}
      </Link>
      <span className={`${styles.stockFree} owl-figures`}>
        <b>{free.toLocaleString('en-US')}</b> <span>{t('overview.free', { of: all.toLocaleString('en-US') })}</span>
      </span>
      <span className={styles.stockTicks}>
        <Ticks filled={filled} of={DAYS} tone={tone} stretch />
      </span>
      <span className={styles.stockLasts} data-tone={tone}>
        {words}
      </span>
    </li>
  );
}

/** The ticks of a stock, and what they say. */
function useLasting({ free, lastsDays }: Stock): { filled: number; tone: TickTone; words: string } {
  const { t } = useTranslation();
  if (free === 0) return { filled: 0, tone: 'err', words: t('overview.soldOut') };
  if (lastsDays == null) return { filled: DAYS, tone: '', words: t('overview.noSales') };
  const tone = lastsDays <= LAST_DAY ? 'err' : lastsDays <= LOW_DAYS ? 'warn' : '';
  const words = lastsDays >= DAYS ? t('overview.lastsLong') : t('overview.lasts', { count: lastsDays });
  return { filled: lastsDays, tone, words };
}
