// Conflict over a row that another operator changed meanwhile, in sight below the table: both versions in words, and whose is kept.
import { useTranslation } from 'react-i18next';
import { ChangedMeanwhile, type Meanwhile } from '@/ui/editing/ChangedMeanwhile';
import styles from './Admin.module.css';

interface Props {
  meanwhile: Meanwhile<unknown>;
  /** The row as the other operator left it. */
  now: string;
  /** The row as this operator wrote it. */
  mine: string;
  onMine: () => void;
  onTheirs: () => void;
}

export function RowConflict({ meanwhile: { by, time }, now, mine, onMine, onTheirs }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.conflict}>
      <ChangedMeanwhile by={by} at={time} onMine={onMine} onTheirs={onTheirs}>
        {t('meanwhile.versus', { now, mine })}
      </ChangedMeanwhile>
    </div>
  );
}
