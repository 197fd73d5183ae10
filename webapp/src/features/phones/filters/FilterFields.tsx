// Fields of the list's filters, loaded when they are first opened.
import { Button, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllTagsQuery } from '@/features/tags/api';
import styles from '../list/ListPage.module.css';
import { filterCount, type ListState, noFilter } from '../list/listState';

export interface FilterFieldsProps {
  state: ListState;
  onChange: (part: Partial<ListState>) => void;
}

export default function FilterFields({ state, onChange }: FilterFieldsProps) {
  const { t } = useTranslation();
  return (
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
          ['recycled', t('list.rentalRecycled')],
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
        disabled={filterCount(state) === 0}
        onClick={() => onChange({ ...noFilter, group: state.group })}
      >
        {t('list.filterReset')}
      </Button>
    </div>
  );
}

/** Field of the tag filter, which asks for the tags when the filters are first opened. */
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
