// Chooses which columns a table shows.
import { Button, Checkbox, Popover, Tooltip } from 'antd';
import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './ColumnChooser.module.css';
import type { Column } from './columns';

export interface ColumnChooserProps<Row> {
  columns: readonly Column<Row>[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}

export default function ColumnChooser<Row>({ columns, hidden, onChange }: ColumnChooserProps<Row>) {
  const { t } = useTranslation();
  const choices = columns.filter((column) => !column.fixed);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <fieldset className={styles.choices}>
          <legend className={styles.legend}>{t('columns.title')}</legend>
          {choices.map((column) => (
            <Checkbox
              key={column.key}
              checked={!hidden.includes(column.key)}
              onChange={(event) =>
                onChange(event.target.checked ? hidden.filter((key) => key !== column.key) : [...hidden, column.key])
              }
            >
              {column.title}
            </Checkbox>
          ))}
          <Button type="link" size="small" disabled={hidden.length === 0} onClick={() => onChange([])}>
            {t('columns.reset')}
          </Button>
        </fieldset>
      }
    >
      <Tooltip title={t('columns.title')}>
        <Button type="text" icon={<Columns3 size={16} strokeWidth={1.6} />} aria-label={t('columns.title')} />
      </Tooltip>
    </Popover>
  );
}
