// Which phones: what they do, how their rental stands, whose they are. Each filter is in the address; the button says how many are set.
import { Badge, Button, Popover, Select } from 'antd';
import { ListFilter } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllTagsQuery } from '@/features/tags/api';
import styles from './ListPage.module.css';
import { filterCount, type ListState, noFilter } from './listState';

interface Props {
  state: ListState;
  onChange: (part: Partial<ListState>) => void;
  /** The icon alone, where there is little room. */
  compact?: boolean;
}

export function Filters({ state, onChange, compact = false }: Props) {
  const { t } = useTranslation();
  const count = filterCount(state);
  const words = count > 0 ? t('list.filters', { n: count }) : t('list.filter');
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      content={
        <div className={styles.filterFields}>
          <Field
            label={t('list.state')}
            value={state.state}
            onChange={(value) => onChange({ state: value })}
            options={[
              ['all', t('list.all')],
              ['running', t('list.stateRunning')],
              ['busy', t('list.stateBusy')],
              ['failed', t('list.stateFailed')],
              ['off', t('list.stateOff')],
              ['hold', t('list.stateHold')],
            ]}
          />
          <Field
            label={t('list.rental')}
            value={state.rental}
            onChange={(value) => onChange({ rental: value })}
            options={[
              ['all', t('list.all')],
              ['active', t('list.rentalActive')],
              ['expiring', t('list.rentalExpiring')],
              ['expired', t('list.rentalExpired')],
            ]}
          />
          <Field
            label={t('list.relation')}
            value={state.relation}
            onChange={(value) => onChange({ relation: value })}
            options={[
              ['all', t('list.all')],
              ['own', t('list.relationOwn')],
              ['granted', t('list.relationGranted')],
              ['sharedOut', t('list.relationSharedOut')],
            ]}
          />
          <TagField value={state.tag} onChange={(tag) => onChange({ tag })} />
          <Button
            type="link"
            size="small"
            disabled={count === 0}
            onClick={() => onChange({ ...noFilter, group: state.group })}
          >
            {t('list.filterReset')}
          </Button>
        </div>
      }
    >
      <Badge count={count} size="small" color="var(--owl-link)">
        <Button icon={<ListFilter size={16} strokeWidth={1.6} />} aria-label={words}>
          {compact ? null : t('list.filter')}
        </Button>
      </Badge>
    </Popover>
  );
}

/** The tags are asked for when the filters are first seen. */
function TagField({ value, onChange }: { value: number | null; onChange: (tag: number | null) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const { data: tags = [] } = useAllTagsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <div className={styles.filterField}>
      <label htmlFor={id}>{t('tags.name')}</label>
      <Select<number | ''>
        id={id}
        value={value ?? ''}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(tag) => onChange(tag === '' ? null : tag)}
        options={[
          { value: '', label: t('list.all') },
          ...tags.map(({ id: tag, name }) => ({ value: tag, label: name })),
        ]}
      />
    </div>
  );
}

interface FieldProps<V extends string> {
  label: string;
  value: V;
  options: [V, string][];
  onChange: (value: V) => void;
}

function Field<V extends string>({ label, value, options, onChange }: FieldProps<V>) {
  const id = useId();
  return (
    <div className={styles.filterField}>
      <label htmlFor={id}>{label}</label>
      <Select<V>
        id={id}
        value={value}
        onChange={onChange}
        options={options.map(([each, words]) => ({ value: each, label: words }))}
      />
    </div>
  );
}
