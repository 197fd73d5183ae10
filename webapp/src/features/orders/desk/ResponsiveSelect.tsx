// One of a few: all of them in a row on a desk, a list to choose from on a phone.
import { Segmented, Select } from 'antd';
import { useWide } from '@/ui/useWide';
import styles from './Desk.module.css';

interface Props<V extends string> {
  label: string;
  value: V;
  options: { value: V; label: string }[];
  onChange: (value: V) => void;
}

export function ResponsiveSelect<V extends string>({ label, value, options, onChange }: Props<V>) {
  const wide = useWide();
  return wide ? (
    <Segmented<V> aria-label={label} value={value} onChange={onChange} options={options} />
  ) : (
    <Select<V>
      aria-label={label}
      className={styles.select ?? ''}
      value={value}
      onChange={(next) => onChange(next)}
      options={options}
    />
  );
}
