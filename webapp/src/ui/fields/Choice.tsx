// One of a few, each a tile: a configuration, a package, a wallet. Native radios, so arrows, forms and screen readers know them.
import { CircleSlash } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './Choice.module.css';

export interface ChoiceOption<V extends string | number> {
  value: V;
  title: ReactNode;
  /** Right of the title: a model, a wallet's way. */
  mark?: ReactNode;
  /** Lines below. */
  children?: ReactNode;
  /** Why it cannot be chosen; the tile is then dashed. */
  unavailable?: string | undefined;
  /** Way on for the member, such as a notice on arrival. Stands outside the radio's label. */
  instead?: ReactNode;
}

interface Props<V extends string | number> {
  /** Name of the group: what is chosen here. */
  legend: string;
  /** Hides the legend from the eye, where a heading says it already. */
  legendHidden?: boolean;
  options: readonly ChoiceOption<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
  /** Least width of a tile, CSS pixels. */
  minWidth?: number;
}

export function Choice<V extends string | number>(props: Props<V>) {
  const { legend, legendHidden = false, options, value, onChange, minWidth = 220 } = props;
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={legendHidden ? 'owl-hidden-text' : styles.legend}>{legend}</legend>
      <div className={styles.tiles} style={{ '--least': `${minWidth}px` } as React.CSSProperties}>
        {options.map((option) => (
          <div key={option.value} className={styles.place}>
            <label
              className={styles.tile}
              data-chosen={option.value === value}
              data-unavailable={option.unavailable !== undefined}
            >
              <span className={styles.head}>
                <input
                  type="radio"
                  className={styles.radio}
                  name={name}
                  value={String(option.value)}
                  checked={option.value === value}
                  disabled={option.unavailable !== undefined}
                  onChange={() => onChange(option.value)}
                />
                <span className={styles.title}>{option.title}</span>
                {option.mark ? <span className={styles.mark}>{option.mark}</span> : null}
              </span>
              {option.children ? <span className={styles.body}>{option.children}</span> : null}
              {option.unavailable ? (
                <span className={styles.why}>
                  <CircleSlash size={14} strokeWidth={1.6} aria-hidden="true" />
                  {option.unavailable}
                </span>
              ) : null}
            </label>
            {option.instead ? <span className={styles.instead}>{option.instead}</span> : null}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
