// Takes away what is filtered, as XLSX.
import { Button } from 'antd';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultWords } from '@/ui/faultWords';
import { Gate } from '@/ui/Gate';
import { saveFile } from '@/ui/saveText';
import { useToasts } from '@/ui/Toasts';
import { type Exported, exported } from './api';

export function ExportButton({ operation, query }: { operation: Exported; query: Record<string, string> }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    const taken = await exported(operation, query).finally(() => setBusy(false));
    if ('file' in taken) saveFile(taken.name, taken.file);
    else toasts.failed(faultWords(taken, t));
  };
  return (
    <Gate operation={operation}>
      <Button icon={<Download size={16} strokeWidth={1.6} />} loading={busy} onClick={take}>
        {t('admin.download')}
      </Button>
    </Gate>
  );
}
