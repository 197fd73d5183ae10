// A short code, typed into one field that looks like a cell for each character: one label, one caret and one paste, whatever the cells show.
import type { ChangeEvent } from 'react';
import styles from './CodeCells.module.css';

interface Props {
  label: string;
  length: number;
  value: string;
  /** Typed characters, without spaces, in capitals, no longer than the cells. */
  onChange: (value: string) => void;
  /** Id of the element with the error message. */
  describedBy?: string | undefined;
  autoFocus?: boolean;
}

export function CodeCells({ label, length, value, onChange, describedBy, autoFocus = false }: Props) {
  const cells = Array.from({ length }, (_, at) => ({ at, shown: value[at] ?? '' }));
  const typed = (event: ChangeEvent<HTMLInputElement>) =>
    onChange(event.target.value.replace(/\s/g, '').toUpperCase().slice(0, length));
  return (
    <div className={styles.field} data-wrong={describedBy !== undefined}>
      <input
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={describedBy !== undefined}
        value={value}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: whoever asks for it shows nothing else that could be meant.
        autoFocus={autoFocus}
        onChange={typed}
      />
      <span aria-hidden="true">
        {cells.map(({ at, shown }) => (
          <i key={at} data-next={at === Math.min(value.length, length - 1)}>
            {shown}
          </i>
        ))}
      </span>
    </div>
  );
}
