// Choice of the list's sort and its direction.
import { Button, Select, Tooltip } from 'antd';
import { ArrowDownNarrowWide, ArrowDownWideNarrow, ArrowUpDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './ListPage.module.css';
import type { ListState, SortOrder, SortType } from './listState';

interface Props {
  sortType: SortType;
  sortOrder: SortOrder;
  onChange: (change: Partial<ListState>) => void;
}

export function SortControl({ sortType, sortOrder, onChange }: Props) {
  const { t } = useTranslation();
  const other = sortOrder === 'asc' ? 'desc' : 'asc';
  const Icon = sortOrder === 'asc' ? ArrowDownNarrowWide : ArrowDownWideNarrow;
  return (
    <div className={styles.sort}>
      <Select<SortType>
        variant="borderless"
        value={sortType}
        onChange={(value) => onChange({ sortType: value })}
        aria-label={t('list.sort')}
        prefix={<ArrowUpDown size={14} strokeWidth={1.6} aria-hidden="true" />}
        popupMatchSelectWidth={false}
        options={([1, 2, 3] as const).map((value) => ({ value, label: t(`list.sort${value}`) }))}
      />
      <Tooltip title={t(`list.${sortOrder}`)}>
        <Button
          type="text"
          icon={<Icon size={16} strokeWidth={1.6} />}
          aria-label={t(`list.${sortOrder}`)}
          onClick={() => onChange({ sortOrder: other })}
        />
      </Tooltip>
    </div>
  );
}
