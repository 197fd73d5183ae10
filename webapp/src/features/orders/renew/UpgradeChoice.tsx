// Choice of a better phone in the place of one, with what the rest of its rental costs more.
import { useTranslation } from 'react-i18next';
import { Choice } from '@/ui/fields/Choice';
import { Money } from '@/ui/Money';
import type { Shelf } from '../api';
import styles from '../buy/Choices.module.css';
import { noneLeft } from '../words';
import { type RenewPhone, upgradeOf } from './renewal';

const MB_OF_GB = 1024;

interface Props {
  shelf: Shelf;
  /** Nothing as long as none is chosen: what there is can be seen before. */
  phone: RenewPhone | undefined;
  now: number;
  value: number | undefined;
  onChange: (configurationId: number) => void;
}

export function UpgradeChoice({ shelf, phone, now, value, onChange }: Props) {
  const { t } = useTranslation();
  const others = shelf.list.filter(
    ({ configurationId, onSale }) => onSale && configurationId !== phone?.configurationId,
  );
  return (
    <Choice
      legend={t('renew.target')}
      minWidth={216}
      value={value}
      onChange={onChange}
      options={others.map((each) => {
        const price = phone && upgradeOf(shelf, phone, each, now);
        const why = !phone
          ? t('renew.phoneFirst')
          : (noneLeft(each, t) ?? price?.fault ?? (price ? undefined : t('renew.notSold')));
        return {
          value: each.configurationId,
          title: each.name,
          mark: each.code,
          ...(why ? { unavailable: why } : {}),
          children: (
            <span className={styles.inside}>
              <span>
                {t('buy.parts', {
                  cores: each.cores,
                  memory: each.memoryMb / MB_OF_GB,
                  storage: each.storageGb,
                })}
              </span>
              <span>{t('buy.system', { version: each.androidVersion, chip: each.chip })}</span>
              {price && !price.fault ? (
                <span className={styles.price}>
                  <b>
                    <Money fen={price.totalFen} signed />
                  </b>{' '}
                  / {t('renew.daysLeft', { count: price.lines[0]?.days ?? 0 })}
                </span>
              ) : null}
            </span>
          ),
        };
      })}
    />
  );
}
