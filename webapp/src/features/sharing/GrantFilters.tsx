// Search by phone or account, the level, the standing of the phone; at the right what is selected and can be ended together.
import { Button, Input, Select } from 'antd';
import { Search, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useTypedSearch } from '@/ui/list/useTypedSearch';
import type { GrantState } from './grantState';
import styles from './Sharing.module.css';

interface Props {
  state: GrantState;
  onChange: (part: Partial<GrantState>) => void;
  selected: number;
  onEnd: () => void;
}

export function GrantFilters({ state, onChange, selected, onEnd }: Props) {
  const { t } = useTranslation();
  const { draft, setDraft, search } = useTypedSearch(state.q, (q) => onChange({ q }));
  const key = state.tab === 'byMe' ? 'recall' : 'leave';
  return (
    <div className={styles.filters}>
      <Input
        className={styles.search ?? ''}
        prefix={<Search size={16} strokeWidth={1.6} aria-hidden="true" />}
        aria-label={t('sharing.search')}
        placeholder={t('sharing.search')}
        allowClear
        maxLength={64}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onPressEnter={() => search(draft)}
      />
      <Select<GrantState['level']>
        aria-label={t('sharing.level')}
        value={state.level}
        onChange={(level) => onChange({ level })}
        popupMatchSelectWidth={false}
        options={[
          { value: 'any', label: t('sharing.anyLevel') },
          { value: 'view', label: t('sharing.view') },
          { value: 'operate', label: t('sharing.operate') },
        ]}
      />
      <Select<GrantState['standing']>
        aria-label={t('sharing.status')}
        value={state.standing}
        onChange={(standing) => onChange({ standing })}
        popupMatchSelectWidth={false}
        options={[
          { value: 'any', label: t('sharing.anyStatus') },
          { value: 'normal', label: t('sharing.normal') },
          { value: 'other', label: t('sharing.notNormal') },
        ]}
      />
      {selected > 0 ? (
        <span className={styles.batch}>
          <span className="owl-figures" role="status">
            {t('sharing.selected', { n: selected })}
          </span>
          <Button danger icon={<Undo2 size={16} strokeWidth={1.6} aria-hidden="true" />} onClick={onEnd}>
            {t(`sharing.${key}Many`, { n: selected })}
          </Button>
        </span>
      ) : null}
    </div>
  );
}
