// Each phone of the order: when it ends now and then, with which package, for how much.
import { Button, Select } from 'antd';
import { ArrowRight, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Money } from '@/ui/Money';
import type { Shelf } from '../api';
import { minuteOf } from '../words';
import styles from './Renew.module.css';
import { configurationOf, type RenewLine } from './renewal';

interface Props {
  shelf: Shelf;
  lines: readonly RenewLine[];
  /** Null: the packages are not chosen here. */
  onPackage: ((phoneId: number, packageId: number) => void) | null;
  onRemove: (line: RenewLine) => void;
}

export function RenewLines({ shelf, lines, onPackage, onRemove }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={styles.rows} aria-label={t('renew.lines')}>
      {lines.map((line) => {
        const { phone, fen, days, expireMs } = line;
        const configuration = configurationOf(shelf, phone);
        return (
          <li key={phone.id} aria-label={phone.name}>
            <span className={styles.who}>
              <b>{phone.name}</b>
              <span className="owl-mono">{phone.code}</span>
              {phone.autoRenew ? <small>{t('renew.auto')}</small> : null}
            </span>
            <span className={`${styles.ends} owl-figures`}>
              <time dateTime={new Date(phone.expireTime).toISOString()}>{minuteOf(phone.expireTime)}</time>
              <ArrowRight size={14} strokeWidth={1.6} role="img" aria-label={t('renew.becomes')} />
              <b>
                <time dateTime={new Date(expireMs).toISOString()}>{minuteOf(expireMs)}</time>
              </b>
            </span>
            <span className={styles.package}>
              {onPackage ? (
                <Select
                  aria-label={t('renew.packageOf', { name: phone.name })}
                  value={line.package.packageId}
                  popupMatchSelectWidth={false}
                  options={(configuration?.packages ?? []).map(({ packageId, days: each }) => ({
                    value: packageId,
                    label: t('buy.days', { count: each }),
                  }))}
                  onChange={(packageId) => onPackage(phone.id, packageId)}
                />
              ) : (
                t('buy.days', { count: days })
              )}
            </span>
            <span className={styles.fen}>
              <Money fen={fen} />
            </span>
            <Button
              type="text"
              icon={<X size={16} strokeWidth={1.6} />}
              aria-label={t('renew.remove', { name: phone.name })}
              onClick={() => onRemove(line)}
            />
          </li>
        );
      })}
    </ul>
  );
}
