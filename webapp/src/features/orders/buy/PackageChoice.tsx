// For how long, with what a day costs and how much that saves against the shortest.
import { useTranslation } from 'react-i18next';
import { formatFen, type PackageView } from '@/core/rules';
import { Choice } from '@/ui/fields/Choice';
import { Money } from '@/ui/Money';
import { useWide } from '@/ui/useWide';
import styles from './Choices.module.css';

interface Props {
  views: readonly PackageView[];
  /** The chosen number of days. */
  value: number | undefined;
  onChange: (days: number) => void;
  /** The lengths alone: each phone has prices of its own. */
  plain?: boolean;
}

export function PackageChoice({ views, value, onChange, plain = false }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  return (
    <Choice
      legend={t('buy.package')}
      minWidth={wide ? 200 : 148}
      value={value}
      onChange={onChange}
      options={views.map(({ days, listFen, perDayFen, savingPercent }) => ({
        value: days,
        title: t('buy.days', { count: days }),
        ...(savingPercent > 0 && !plain
          ? { mark: <span className={styles.saving}>{t('buy.saves', { n: savingPercent })}</span> }
          : {}),
        children: plain ? undefined : (
          <span className={styles.daily}>
            <Money fen={listFen} />
            <span className={styles.quiet}>{t('buy.perDay', { price: formatFen(perDayFen) })}</span>
          </span>
        ),
      }))}
    />
  );
}
