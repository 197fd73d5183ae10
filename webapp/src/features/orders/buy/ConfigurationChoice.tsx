// Choice of a configuration, with what the phone is made of, what it costs and how many are left.
import type { TFunction } from 'i18next';
import { Check, Hourglass, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { packageViews } from '@/core/rules';
import { padTypes } from '@/features/phones/padTypes';
import { Choice } from '@/ui/fields/Choice';
import { Money } from '@/ui/Money';
import type { Configuration } from '../api';
import styles from './Choices.module.css';

/** Fewer than this are worth a warning. */
const FEW = 10;
const MB_OF_GB = 1024;

interface Props {
  configurations: readonly Configuration[];
  value: number | undefined;
  onChange: (configurationId: number) => void;
}

export function ConfigurationChoice({ configurations, value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Choice
      legend={t('buy.configuration')}
      minWidth={216}
      value={value}
      onChange={onChange}
      options={configurations.map((each) => ({
        value: each.configurationId,
        title: each.name,
        mark: each.code,
        ...unavailable(each, t),
        children: <Inside configuration={each} />,
      }))}
    />
  );
}

/** Stock that is kept for the member's own order is not sold out: its tile stays as it was. */
function unavailable({ onSale, stock, reserved }: Configuration, t: TFunction) {
  if (!onSale) return { unavailable: t('buy.offSale') };
  return stock + reserved === 0 ? { unavailable: t('buy.outOfStock') } : {};
}

function Inside({ configuration }: { configuration: Configuration }) {
  const { t } = useTranslation();
  const { cores, memoryMb, storageGb, androidVersion, chip, padType, dpi, stock, reserved, packages } = configuration;
  const views = packageViews(packages);
  const pad = padTypes[padType];
  const shown = views.find(({ base }) => base) ?? views[0];
  return (
    <span className={styles.inside}>
      <span>{t('buy.parts', { cores, memory: memoryMb / MB_OF_GB, storage: storageGb })}</span>
      <span>{t('buy.system', { version: androidVersion, chip })}</span>
      <span className={styles.quiet}>{pad ? t('buy.pad', { type: t(pad), dpi }) : `${dpi} DPI`}</span>
      {shown ? (
        <span className={styles.price}>
          <b>
            <Money fen={shown.listFen} />
          </b>{' '}
          / {t('buy.days', { count: shown.days })}
        </span>
      ) : null}
      {stock === 0 && reserved > 0 ? (
        <span className={styles.stock} data-few="true">
          <Hourglass size={14} aria-hidden="true" />
          {t('buy.held', { n: reserved })}
        </span>
      ) : null}
      {stock > 0 ? (
        <span className={styles.stock} data-few={stock < FEW}>
          {stock < FEW ? <TriangleAlert size={14} aria-hidden="true" /> : <Check size={14} aria-hidden="true" />}
          <span>{t(stock < FEW ? 'buy.fewLeft' : 'buy.inStock', { n: stock })}</span>
        </span>
      ) : null}
    </span>
  );
}
