// A filter of one value out of a few, each a chip with its count: radio buttons for the keyboard and for screen readers.
import { useId } from 'react';
import styles from './FilterChips.module.css';

interface Props<Value extends string> {
  /** Label for screen readers: what is chosen. */
  label: string;
  value: Value;
  chips: readonly { value: Value; label: string; count?: number | undefined }[];
  className?: string | undefined;
  onChange: (value: Value) => void;
}

export function FilterChips<Value extends string>({ label, value, chips, className, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={`${styles.chips} ${className ?? ''}`}>
      <legend className="owl-hidden-text">{label}</legend>
      {chips.map((chip) => (
        <label key={chip.value} className={styles.chip} data-chosen={value === chip.value}>
          <input
            type="radio"
            name={name}
            className="owl-hidden-text"
            checked={value === chip.value}
            onChange={() => onChange(chip.value)}
          />
          {chip.label}
          {chip.count === undefined ? null : <span className={`${styles.count} owl-figures`}>{chip.count}</span>}
        </label>
      ))}
    </fieldset>
  );
}
