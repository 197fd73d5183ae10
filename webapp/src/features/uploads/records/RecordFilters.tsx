// Filters of the records: what came of them as chips with their counts, the kind, and words in the name of a file.
import { Input, Select } from 'antd';
import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FilterChips } from '@/ui/list/FilterChips';
import { useTypedSearch } from '@/ui/list/useTypedSearch';
import type { RecordPage } from './api';
import styles from './Records.module.css';
import { kinds, outcomes, type RecordState, sendingsOf } from './recordState';

interface Props {
  state: RecordState;
  page: RecordPage | undefined;
  onChange: (part: Partial<RecordState>) => void;
}

export function RecordFilters({ state, page, onChange }: Props) {
  const { t } = useTranslation();
  const counts = page && { ...page, all: sendingsOf(page) };
  const { draft, setDraft, search } = useTypedSearch(state.q, (q) => onChange({ q }));
  return (
    <>
      <Input
        className={styles.search ?? ''}
        prefix={<Search size={16} strokeWidth={1.6} aria-hidden="true" />}
        aria-label={t('records.search')}
        placeholder={t('records.search')}
        allowClear
        maxLength={64}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onPressEnter={() => search(draft)}
      />
      <FilterChips<RecordState['outcome']>
        className={styles.outcomes}
        label={t('records.outcome')}
        value={state.outcome}
        chips={outcomes.map((value) => ({ value, label: t(`records.${value}`), count: counts?.[value] }))}
        onChange={(outcome) => onChange({ outcome })}
      />
      <Select
        className={styles.kind ?? ''}
        aria-label={t('records.kind')}
        value={state.kind}
        options={kinds.map((value) => ({ value, label: t(`records.kind_${value}`) }))}
        onChange={(kind: RecordState['kind']) => onChange({ kind })}
      />
    </>
  );
}
