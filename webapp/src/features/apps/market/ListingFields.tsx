// The name and the description of an app, in both languages side by side.
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { countChars, marketLimits } from '@/core/rules';
import { CountedInput } from '@/ui/fields/CountedInput';
import { checkedByServer } from '@/ui/fields/fieldFault';
import type { Listing } from './api';
import styles from './Market.module.css';

export const listingFields = [
  'nameZh',
  'nameEn',
  'descriptionZh',
  'descriptionEn',
] as const satisfies readonly (keyof Listing)[];

const ROWS = 3;

export function ListingFields() {
  const { t } = useTranslation();
  const { nameMax, descriptionMax } = marketLimits();
  return (
    <div className={styles.sides}>
      {(['Zh', 'En'] as const).map((side) => {
        const language = t(side === 'Zh' ? 'market.chinese' : 'market.english');
        return (
          <div key={side}>
            <Form.Item name={`name${side}`} label={`${t('market.name')} · ${language}`} rules={[checkedByServer]}>
              <CountedInput max={nameMax} autoComplete="off" />
            </Form.Item>
            <Form.Item
              name={`description${side}`}
              label={`${t('market.description')} · ${language}`}
              rules={[checkedByServer]}
            >
              <Input.TextArea rows={ROWS} count={{ max: descriptionMax, show: true, strategy: countChars }} />
            </Form.Item>
          </div>
        );
      })}
    </div>
  );
}
