// Chips of the set filters, each with a button that removes it. Loaded when any is set.
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAllTagsQuery } from '@/features/tags/api';
import styles from '../list/ListPage.module.css';
import type { ListState } from '../list/listState';
import type { FilterFieldsProps } from './FilterFields';

export default function ActiveFilters({ state, onChange }: FilterFieldsProps) {
  const { t } = useTranslation();
  const { data: tags = [] } = useAllTagsQuery(undefined, { skip: state.tag === null });
  const words = {
    state: {
      running: 'list.stateRunning',
      busy: 'list.stateBusy',
      failed: 'list.stateFailed',
      off: 'list.stateOff',
      hold: 'list.stateHold',
    },
    rental: {
      active: 'list.rentalActive',
      expiring: 'list.rentalExpiring',
      expired: 'list.rentalExpired',
      recycled: 'list.rentalRecycled',
    },
    relation: { own: 'list.relationOwn', granted: 'list.relationGranted', sharedOut: 'list.relationSharedOut' },
  } as const;
  const set: { key: string; label: string; without: Partial<ListState> }[] = [];
  if (state.state !== 'all') set.push({ key: 'state', label: t(words.state[state.state]), without: { state: 'all' } });
  if (state.rental !== 'all') {
    set.push({ key: 'rental', label: t(words.rental[state.rental]), without: { rental: 'all' } });
  }
  if (state.relation !== 'all') {
    set.push({ key: 'relation', label: t(words.relation[state.relation]), without: { relation: 'all' } });
  }
  if (state.tag !== null) {
    const name = tags.find(({ id }) => id === state.tag)?.name ?? '…';
    set.push({ key: 'tag', label: `#${name}`, without: { tag: null } });
  }
  return (
    <ul className={styles.active} aria-label={t('list.filtersSet')}>
      {set.map(({ key, label, without }) => (
        <li key={key}>
          <button
            type="button"
            className={`owl-plain-button ${styles.chip}`}
            aria-label={t('list.filterOff', { label })}
            onClick={() => onChange(without)}
          >
            {label}
            <X size={12} strokeWidth={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
