// The pager of every list: total, sizes, previous, pages, next, and a field to jump. On a phone: total, previous, page of pages, next.
import { Pagination, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { constants } from '@/core/rules';
import { useWide } from '../useWide';
import styles from './Pager.module.css';
import type { Paging } from './urlState';

interface Props extends Paging {
  total: number;
  /** In words: "128 phones". */
  totalWords: string;
  onChange: (part: Partial<Paging>) => void;
}

export function Pager({ pageNo, pageSize, total, totalWords, onChange }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  const sizes = [...constants().pageSizes];
  return (
    <nav className={styles.pager} aria-label={t('pager.name')}>
      <span className={`owl-figures ${styles.total}`}>{totalWords}</span>
      {wide ? (
        <Select<number>
          size="small"
          value={pageSize}
          aria-label={t('pager.size')}
          options={sizes.map((value) => ({ value, label: t('pager.perPage', { n: value }) }))}
          popupMatchSelectWidth={false}
          onChange={(value) => onChange({ pageSize: value })}
        />
      ) : null}
      <Pagination
        size="small"
        current={pageNo}
        pageSize={pageSize}
        total={total}
        showSizeChanger={false}
        showQuickJumper={wide && total > pageSize}
        simple={wide ? false : { readOnly: true }}
        onChange={(page) => onChange({ pageNo: page })}
      />
    </nav>
  );
}
