// Saves what the filter finds as a CSV file: all pages of it, fetched by the list's own call.
import { Button, Tooltip } from 'antd';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../announce/Toasts';
import { saveText } from '../saveText';
import { type Column, tableCsv } from './columns';

interface Props<Row> {
  /** File name, without its ending. */
  name: string;
  columns: readonly Column<Row>[];
  /** All rows of the filter; null when the server refused (the member was told). */
  fetchAll: () => Promise<readonly Row[] | null>;
  disabled?: boolean;
}

export function CsvButton<Row>({ name, columns, fetchAll, disabled = false }: Props<Row>) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const rows = await fetchAll().finally(() => setBusy(false));
    if (!rows) return;
    saveText(`${name}.csv`, tableCsv(columns, rows));
    toasts.done(t('csv.saved', { count: rows.length }));
  };
  return (
    <Tooltip title={t('csv.save')}>
      <Button
        type="text"
        icon={<Download size={16} strokeWidth={1.6} />}
        aria-label={t('csv.save')}
        disabled={disabled}
        loading={busy}
        onClick={save}
      />
    </Tooltip>
  );
}
