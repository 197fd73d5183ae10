// Filters of the orders: by words, type, state, wallet and days.
import { Input, Select } from 'antd';
import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DayField } from '@/ui/fields/DayField';
import { useTypedSearch } from '@/ui/list/useTypedSearch';
import { stateText, typeText } from '../words';
import styles from './Records.module.css';
import { firstDay, type RecordState, states } from './recordState';

interface Props {
  state: RecordState;
  onChange: (part: Partial<RecordState>) => void;
}

export function RecordFilters({ state, onChange }: Props) {
  const { t } = useTranslation();
  const daysAgo = firstDay(Date.now());
  const all = (label: string) => ({ value: 'all' as const, label });
  return (
    <>
      <Keyword value={state.q} onSearch={(q) => onChange({ q })} />
      <Select
        aria-label={t('orders.type')}
        value={state.type}
        popupMatchSelectWidth={false}
        options={[
          all(t('orders.anyType')),
          ...(['1', '2', '3'] as const).map((value) => ({ value, label: typeText(Number(value), t) })),
        ]}
        onChange={(type) => onChange({ type })}
      />
      <Select
        aria-label={t('orders.state')}
        value={state.state}
        popupMatchSelectWidth={false}
        options={[all(t('orders.anyState')), ...states.map((value) => ({ value, label: stateText(value, t) }))]}
        onChange={(next) => onChange({ state: next })}
      />
      <Select
        aria-label={t('pay.wallet')}
        value={state.wallet}
        popupMatchSelectWidth={false}
        options={[
          all(t('orders.anyWallet')),
          { value: '1', label: t('pay.alipay') },
          { value: '2', label: t('pay.wechat') },
        ]}
        onChange={(wallet) => onChange({ wallet })}
      />
      <span className={styles.days}>
        <DayField
          aria-label={t('orders.from')}
          value={state.from || daysAgo}
          max={state.to}
          onChange={(from) => onChange({ from })}
        />
        <span aria-hidden="true">–</span>
        <DayField
          aria-label={t('orders.to')}
          value={state.to}
          min={state.from || daysAgo}
          clearable
          onChange={(to) => onChange({ to })}
        />
      </span>
    </>
  );
}

function Keyword({ value, onSearch }: { value: string; onSearch: (keyword: string) => void }) {
  const { t } = useTranslation();
  const { draft, setDraft, search } = useTypedSearch(value, onSearch);
  return (
    <Input
      className={styles.search ?? ''}
      value={draft}
      allowClear
      prefix={<Search size={16} strokeWidth={1.6} aria-hidden="true" />}
      placeholder={t('orders.search')}
      aria-label={t('orders.search')}
      onChange={(event) => setDraft(event.target.value)}
      onPressEnter={() => search(draft)}
    />
  );
}
