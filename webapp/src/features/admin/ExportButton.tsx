// Takes away what is filtered: as XLSX, or as CSV by the arrow beside it.
import { Button, Dropdown, Space } from 'antd';
import { ChevronDown, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '@/ui/announce/Toasts';
import { Gate } from '@/ui/rights/Gate';
import { saveFile } from '@/ui/saveText';
import { faultWords } from '@/ui/states/faultWords';
import { type Exported, exported } from './api';

export function ExportButton({ operation, query }: { operation: Exported; query: Record<string, string> }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const take = async (format: 'xlsx' | 'csv') => {
    setBusy(true);
    const taken = await exported(operation, { ...query, format }).finally(() => setBusy(false));
    if ('file' in taken) saveFile(taken.name, taken.file);
    else toasts.failed(faultWords(taken, t));
  };
  return (
    <Gate operation={operation}>
      <Space.Compact>
        <Button icon={<Download size={16} strokeWidth={1.6} />} loading={busy} onClick={() => take('xlsx')}>
          {t('admin.download')}
        </Button>
        <Dropdown
          trigger={['click']}
          disabled={busy}
          menu={{ items: [{ key: 'csv', label: t('admin.downloadCsv'), onClick: () => take('csv') }] }}
        >
          <Button aria-label={t('admin.otherFormats')} icon={<ChevronDown size={16} strokeWidth={1.6} />} />
        </Dropdown>
      </Space.Compact>
    </Gate>
  );
}
