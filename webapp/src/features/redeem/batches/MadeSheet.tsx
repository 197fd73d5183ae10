// The codes of a batch, shown this once: closed only after its maker says that they are saved.
import { Button, Checkbox } from 'antd';
import { Copy, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { csvRow } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { useCopy } from '@/ui/copy/Copy';
import { Sheet } from '@/ui/dialogs/Sheet';
import { Note } from '@/ui/Note';
import { saveFile, saveText } from '@/ui/saveText';
import { faultWords } from '@/ui/states/faultWords';
import { codeSheet, type MadeBatch } from '../api';
import styles from './Batches.module.css';

const WIDTH_PX = 640;
const ICON = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

interface Props {
  made: MadeBatch;
  note: string;
  onClose: () => void;
}

export default function MadeSheet({ made, note, onClose }: Props) {
  const { t } = useTranslation();
  const copy = useCopy();
  const [saved, setSaved] = useState(false);
  const toasts = useToasts();
  const [writing, setWriting] = useState(false);
  const { batchNo, codes } = made;
  const name = `${t('redeemBatches.csvName')}-${batchNo}`;
  const saveSheet = async () => {
    setWriting(true);
    const sheet = await codeSheet({ batchNo, codes }).finally(() => setWriting(false));
    if (sheet instanceof Blob) saveFile(`${name}.xlsx`, sheet);
    else toasts.failed(faultWords(sheet, t));
  };
  // Codes are never shown again: leaving the page asks as well.
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent) => {
      if (!saved) event.preventDefault();
    };
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [saved]);
  const title = t('redeemBatches.madeTitle', { count: codes.length });
  return (
    <Sheet
      open
      title={title}
      width={WIDTH_PX}
      cross={false}
      onClose={() => {
        if (saved) onClose();
      }}
      footer={
        <>
          <Button icon={<Copy {...ICON} />} onClick={() => void copy(codes.join('\n'), title)}>
            {t('redeemBatches.copyAll')}
          </Button>
          <Button
            icon={<Download {...ICON} />}
            onClick={() => {
              const rows = [[t('redeemBatches.code')], ...codes.map((code) => [code])].map(csvRow);
              saveText(`${name}.csv`, rows.join('\r\n'));
            }}
          >
            {t('redeemBatches.saveFile')}
          </Button>
          <Button icon={<Download {...ICON} />} loading={writing} onClick={() => void saveSheet()}>
            {t('redeemBatches.saveSheet')}
          </Button>
          <Button type="primary" disabled={!saved} onClick={onClose}>
            {t('redeemBatches.close')}
          </Button>
        </>
      }
    >
      <Note tone="warning">
        <b>{t('redeemBatches.once')}</b> {t('redeemBatches.onceText')}
      </Note>
      <p className={styles.madeFor}>
        {note} <span className="owl-mono">{batchNo}</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard. */}
      <ol className={styles.codes} tabIndex={0} aria-label={title}>
        {codes.map((code) => (
          <li key={code} className="owl-mono">
            {code}
          </li>
        ))}
      </ol>
      <Checkbox checked={saved} onChange={(event) => setSaved(event.target.checked)}>
        {t('redeemBatches.saved')}
      </Checkbox>
    </Sheet>
  );
}
