// Numbers beside a page's title, split by hairlines.
import styles from './SubAccounts.module.css';

interface Fact {
  name: string;
  n: number;
  /** Colour of a number that wants somebody to look. */
  tone?: 'warn' | 'err' | undefined;
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, n, tone }) => (
        <div key={name} data-tone={tone}>
          <dt>{name}</dt>
          <dd className="owl-figures">{n}</dd>
        </div>
      ))}
    </dl>
  );
}
