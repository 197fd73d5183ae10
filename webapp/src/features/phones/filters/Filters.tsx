// Button of the list's filters (state, rental, relation, tag) with the number of those set. The filters are in the address.
import { Badge, Button, Popover } from 'antd';
import { ListFilter } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { filterCount } from '../list/listState';
import type { FilterFieldsProps } from './FilterFields';

const FilterFields = lazyWithRetry<FilterFieldsProps>(() => import('./FilterFields'), 'button');

interface Props extends FilterFieldsProps {
  /** Whether the button shows its icon alone, where there is little room. */
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
        <Suspense fallback={null}>
          <FilterFields state={state} onChange={onChange} />
        </Suspense>
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
