// Filters of the recycle bin: phases are chips with their counts, a name or id is searched; beside them how long each phase lasts.
import { Input } from 'antd';
import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { orderLimits } from '@/core/rules';
import { FilterChips } from '@/ui/list/FilterChips';
import { useTypedSearch } from '@/ui/list/useTypedSearch';
import type { BinPage } from './api';
import { type BinState, phases } from './binState';
import { PhaseTicks } from './PhaseTicks';
import styles from './Recycle.module.css';

interface Props {
  state: BinState;
  page: BinPage | undefined;
  onChange: (part: Partial<BinState>) => void;
}

export function BinFilters({ state, page, onChange }: Props) {
  const { t } = useTranslation();
  const { dayMs } = orderLimits();
  const counts = page ? { ...page.counts, all: page.counts.grace + page.counts.bin } : undefined;
  return (
    <>
      {state.phase === 'purged' ? null : <Keyword value={state.q} onSearch={(q) => onChange({ q })} />}
      <FilterChips<BinState['phase']>
        label={t('recycle.chips')}
        value={state.phase}
        chips={phases.map((value) => ({ value, label: t(`recycle.${value}`), count: counts?.[value] }))}
        onChange={(phase) => onChange({ phase })}
      />
      {page ? (
        <span className={styles.periods}>
          <PhaseTicks periods={page} filled={Number.MAX_SAFE_INTEGER} />
          {t('recycle.periods', { grace: Math.round(page.graceMs / dayMs), bin: Math.round(page.binMs / dayMs) })}
        </span>
      ) : null}
    </>
  );
}

function Keyword({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation();
  const { draft, setDraft, search } = useTypedSearch(value, onSearch);
  return (
    <Input
      className={styles.search ?? ''}
      prefix={<Search size={16} strokeWidth={1.6} aria-hidden="true" />}
      aria-label={t('recycle.search')}
      placeholder={t('recycle.search')}
      allowClear
      maxLength={64}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onPressEnter={() => search(draft)}
    />
  );
}
