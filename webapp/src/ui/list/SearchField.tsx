// The search field above an operator's table: what is typed is searched after a pause, or at Enter.
import { Input } from 'antd';
import { Search } from 'lucide-react';
import styles from './SearchField.module.css';
import { useTypedSearch } from './useTypedSearch';

interface Props {
  value: string;
  /** Name of the field, and its placeholder: what can be searched for. */
  placeholder: string;
  onSearch: (keyword: string) => void;
}

export function SearchField({ value, placeholder, onSearch }: Props) {
  const { draft, setDraft, search } = useTypedSearch(value, onSearch);
  return (
    <Input
      className={styles.field ?? ''}
      value={draft}
      allowClear
      prefix={<Search size={16} strokeWidth={1.6} aria-hidden="true" />}
      placeholder={placeholder}
      aria-label={placeholder}
      onChange={(event) => setDraft(event.target.value)}
      onPressEnter={() => search(draft)}
    />
  );
}
