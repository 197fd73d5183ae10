// An id in mono type with a copy button that says whether it worked.
import { Copy } from './Copy';
import styles from './CopyId.module.css';

export function CopyId({ id, tabIndex }: { id: string; tabIndex?: number }) {
  return (
    <span className={styles.id}>
      <span className="owl-mono">{id}</span>
      <Copy text={id} tabIndex={tabIndex} />
    </span>
  );
}
