// Search field for sub-accounts.
import { Input } from 'antd';
import { Search } from 'lucide-react';
import { useTypedSearch } from '@/ui/list/useTypedSearch';
import styles from './SubAccounts.module.css';

interface Props {
  /** Name of the field: what can be searched for. */
  label: string;
  value: string;
  onSearch: (keyword: string) => void;
}

export function Keyword({ label, value, onSearch }: Props) {
  const { draft, setDraft, search } = useTypedSearch(value, onSearch);
  return (
    <Input
      className={styles.search ?? ''}
      prefix={<Search size={16} strokeWidth={1.6} aria-hidden="true" />}
      aria-label={label}
      placeholder={label}
      allowClear
      maxLength={64}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onPressEnter={() => search(draft)}
    />
  );
}
