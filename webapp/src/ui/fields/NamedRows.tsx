// Things that are a name and a count, one below the other: renamed in place, deleted after a question. Groups and tags are such things.
import { Tooltip } from 'antd';
import { PencilLine, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { viewOnly } from '@/core/viewOnly';
import { ChangeButton } from '../rights/ChangeButton';
import styles from './NamedRows.module.css';
import { NameField } from './NameField';

export interface Named {
  id: number;
  name: string;
}

interface Props<N extends Named> {
  /** Label for screen readers: what the rows are. */
  label: string;
  rows: readonly N[];
  /** The count in words: "36 phones". */
  countOf: (row: N) => string;
  onRename: (row: N, name: string) => Promise<CallFault | undefined>;
  onDelete: (row: N) => void;
  /** Further button before the two. */
  more?: (row: N) => ReactNode;
  /** Content that unfolds below a row. */
  below?: (row: N) => ReactNode;
}

const ICON = { size: 16, strokeWidth: 1.6 } as const;

export function NamedRows<N extends Named>({ label, rows, countOf, onRename, onDelete, more, below }: Props<N>) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<number | null>(null);
  const viewed = viewOnly() !== null;
  const head = (row: N) => (
    <>
      <b className={styles.name} title={row.name}>
        {row.name}
      </b>
      <span className={`owl-figures ${styles.count}`}>{countOf(row)}</span>
    </>
  );
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.map((row) => {
        const leaves = below?.(row);
        return (
          <li key={row.id} className={styles.row}>
            {editing === row.id ? (
              <NameField
                label={t('names.rename', { name: row.name })}
                initial={row.name}
                autoFocus
                onCancel={() => setEditing(null)}
                onSubmit={async (name) => {
                  const refused = await onRename(row, name);
                  if (!refused) setEditing(null);
                  return refused;
                }}
              />
            ) : leaves ? (
              <details className={styles.branch}>
                <summary className={styles.head}>{head(row)}</summary>
                {leaves}
              </details>
            ) : (
              <span className={styles.head}>{head(row)}</span>
            )}
            {editing === row.id ? null : (
              <span className={styles.actions}>
                {more?.(row)}
                <Tooltip title={viewed ? '' : t('names.renameShort')}>
                  <ChangeButton
                    type="text"
                    icon={<PencilLine {...ICON} />}
                    aria-label={t('names.rename', { name: row.name })}
                    onClick={() => setEditing(row.id)}
                  />
                </Tooltip>
                <Tooltip title={viewed ? '' : t('names.deleteShort')}>
                  <ChangeButton
                    type="text"
                    danger
                    icon={<Trash2 {...ICON} />}
                    aria-label={t('names.delete', { name: row.name })}
                    onClick={() => onDelete(row)}
                  />
                </Tooltip>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
