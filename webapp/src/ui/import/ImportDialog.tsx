// Import of a table file. The file is checked first: a block for each row shows its outcome, and each wrong cell is listed with row, column,
// value and reason. Then all rows are imported or none, or only the good ones.

import { Button, Checkbox, Radio } from 'antd';
import { FileText, Upload } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import cells from '@/ui/list/Cells.module.css';
import { useToasts } from '../announce/Toasts';
import { Sheet } from '../dialogs/Sheet';
import { Note } from '../Note';
import { saveFile } from '../saveText';
import { faultWords } from '../states/faultWords';
import styles from './Import.module.css';
import type { Sent, Tried } from './table';

const ENDINGS = '.xlsx,.csv';
const WAYS = ['whole', 'good'] as const;

interface Props {
  title: string;
  /** Explanation of the columns, and of what becomes of the rows. */
  note: ReactNode;
  /** The choice to update what exists; without it there is none. */
  updatesLabel?: string;
  /** The button for so many good rows, and for those beside so many wrong ones. */
  submit: (good: number, lacking: number) => string;
  /** Result in words. */
  done: (count: number) => string;
  /** Whether a run is under way. */
  busy: boolean;
  run: (sent: Sent) => Promise<{ data?: Tried; error?: unknown }>;
  template: () => Promise<{ name: string; file: Blob } | CallFault>;
  onClose: () => void;
}

export default function ImportDialog(props: Props) {
  const { title, note, updatesLabel, submit, done, busy, run, template, onClose } = props;
  const { t } = useTranslation();
  const toasts = useToasts();
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [tried, setTried] = useState<Tried | null>(null);
  const [updates, setUpdates] = useState(false);
  const [way, setWay] = useState<(typeof WAYS)[number]>('whole');
  const [fault, setFault] = useState<CallFault | null>(null);

  const send = async (chosen: File, updating: boolean, dryRun: boolean): Promise<Tried | null> => {
    setFault(null);
    const goodRows = dryRun || way === 'good';
    const { data, error } = await run({ file: chosen, updates: updating, goodRows, dryRun });
    if (error) setFault(error as CallFault);
    return data ?? null;
  };
  const tryOut = async (chosen: File, updating: boolean) => {
    setFile(chosen);
    setUpdates(updating);
    setTried(await send(chosen, updating, true));
  };
  const take = async () => {
    if (!file) return;
    const taken = await send(file, updates, false);
    if (!taken) return;
    toasts.done(done(taken.added + taken.updated));
    onClose();
  };
  const fetchTemplate = async () => {
    const made = await template();
    if ('file' in made) saveFile(made.name, made.file);
    else toasts.failed(faultWords(made, t));
  };

  const good = tried ? tried.added + tried.updated : 0;
  const ready = tried !== null && good > 0 && (tried.failed === 0 || way === 'good');
  return (
    <Sheet
      open
      width={820}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="primary" disabled={!ready} loading={busy && file !== null} onClick={take}>
            {submit(good, tried && way === 'whole' ? tried.failed : 0)}
          </Button>
        </>
      }
    >
      <div className={styles.import}>
        <div className={styles.file}>
          <FileText size={20} strokeWidth={1.6} aria-hidden="true" />
          <span className={cells.two}>
            <strong>{file ? file.name : t('import.chooseFile')}</strong>
            <span>{tried ? t('import.rowsRead', { count: tried.rows.length }) : t('import.fileHint')}</span>
          </span>
          <Button
            type={file ? 'link' : 'default'}
            icon={file ? undefined : <Upload size={16} strokeWidth={1.6} />}
            onClick={() => picker.current?.click()}
          >
            {t(file ? 'import.otherFile' : 'import.choose')}
          </Button>
          <Button type="link" onClick={fetchTemplate}>
            {t('import.template')}
          </Button>
          <input
            ref={picker}
            type="file"
            hidden
            accept={ENDINGS}
            aria-label={t('import.chooseFile')}
            onChange={({ target }) => {
              const chosen = target.files?.[0];
              if (chosen) void tryOut(chosen, updates);
              target.value = '';
            }}
          />
        </div>
        {fault ? (
          <Note tone="fault" requestId={fault.requestId}>
            {faultWords(fault, t)}
          </Note>
        ) : null}
        {tried ? <Outcome tried={tried} /> : null}
        {tried && tried.failed > 0 ? (
          <Radio.Group
            className={styles.ways ?? ''}
            aria-label={t('import.way')}
            value={way}
            onChange={({ target }) => setWay(target.value as typeof way)}
            options={WAYS.map((value) => ({
              value,
              label: t(`import.ways.${value}`, { count: value === 'good' ? good : tried.failed }),
            }))}
          />
        ) : null}
        {updatesLabel ? (
          <Checkbox
            checked={updates}
            disabled={busy}
            onChange={({ target }) => {
              setUpdates(target.checked);
              if (file) void tryOut(file, target.checked);
            }}
          >
            {updatesLabel}
          </Checkbox>
        ) : null}
        <div className={styles.note}>{note}</div>
      </div>
    </Sheet>
  );
}

/** Outcome for each row, and the cells that are wrong. */
function Outcome({ tried }: { tried: Tried }) {
  const { t } = useTranslation();
  const { added, updated, failed, errors, rows } = tried;
  return (
    <>
      <div className={styles.blocks} aria-hidden="true">
        {rows.map(({ row, result }) => (
          <span key={row} data-result={result} />
        ))}
      </div>
      <p className={styles.legend} role="status">
        <span data-result="added">{t('import.resultAdded', { n: added })}</span>
        <span data-result="updated">{t('import.resultUpdated', { n: updated })}</span>
        <span data-result="failed">{t('import.resultFailed', { n: failed })}</span>
      </p>
      {errors.length > 0 ? (
        <table className={styles.errors} aria-label={t('import.wrongCells')}>
          <thead>
            <tr>
              {(['row', 'column', 'value', 'why'] as const).map((key) => (
                <th key={key} scope="col">
                  {t(`import.cell.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, column, value, why }) => (
              <tr key={`${row} ${column} ${why}`}>
                <td className="owl-figures">{row}</td>
                <td>{column}</td>
                <td className="owl-mono">{value || '—'}</td>
                <td className={styles.why}>{why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  );
}
