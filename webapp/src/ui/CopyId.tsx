// An id in mono type with a copy button that says whether it worked.
import { Copy } from './Copy';
import styles from './CopyId.module.css';

export function CopyId({ id }: { id: string }) {
  return (
    <span className={styles.id}>
      <span className="owl-mono">{id}</span>
      <Copy text={id} />
    </span>
  );
}
