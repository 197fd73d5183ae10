// Accounts from a table. The file is tried beforehand: a block for each row says what will become of it, and each wrong cell is named with
// row, column, what was read and why. Then all rows are taken or none, or only the good ones.
import { Button, Checkbox, Radio } from 'antd';
import { FileText, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { faultWords } from '@/ui/faultWords';
import { Note } from '@/ui/Note';
import { Sheet } from '@/ui/Sheet';
import { saveFile } from '@/ui/saveText';
import { useToasts } from '@/ui/Toasts';
import admin from '../Admin.module.css';
import { exported } from '../api';
import { type Imported, useImportUsersMutation } from './api';
import styles from './Users.module.css';

const ENDINGS = '.xlsx,.csv';
const WAYS = ['whole', 'good'] as const;

export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [run, { isLoading }] = useImportUsersMutation();
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [tried, setTried] = useState<Imported | null>(null);
  const [updates, setUpdates] = useState(false);
  const [way, setWay] = useState<(typeof WAYS)[number]>('whole');
  const [fault, setFault] = useState<CallFault | null>(null);

  const send = async (chosen: File, updating: boolean, dryRun: boolean): Promise<Imported | null> => {
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
    const done = await send(file, updates, false);
    if (!done) return;
    toasts.done(t('users.imported', { count: done.added + done.updated }));
    onClose();
  };
  const template = async () => {
    const made = await exported('get_import_template', {});
    if ('file' in made) saveFile(made.name, made.file);
    else toasts.failed(faultWords(made, t));
  };

  const good = tried ? tried.added + tried.updated : 0;
  const ready = tried !== null && good > 0 && (tried.failed === 0 || way === 'good');
  return (
    <Sheet
      open
      width={820}
      title={t('users.importTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="primary" disabled={!ready} loading={isLoading && file !== null} onClick={take}>
            {tried && tried.failed > 0 && way === 'whole'
              ? t('users.importLacks', { n: good, lacking: tried.failed })
              : t('users.importRows', { n: good })}
          </Button>
        </>
      }
    >
      <div className={styles.import}>
        <div className={styles.file}>
          <FileText size={20} strokeWidth={1.6} aria-hidden="true" />
          <span className={styles.two}>
            <strong>{file ? file.name : t('users.chooseFile')}</strong>
            <span>{tried ? t('users.rowsRead', { count: tried.rows.length }) : t('users.fileHint')}</span>
          </span>
          <Button
            type={file ? 'link' : 'default'}
            icon={file ? undefined : <Upload size={16} strokeWidth={1.6} />}
            onClick={() => picker.current?.click()}
          >
            {t(file ? 'users.otherFile' : 'users.choose')}
          </Button>
          <Button type="link" onClick={template}>
            {t('users.template')}
          </Button>
          <input
            ref={picker}
            type="file"
            hidden
            accept={ENDINGS}
            aria-label={t('users.chooseFile')}
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
        {tried ? <Tried tried={tried} /> : null}
        {tried && tried.failed > 0 ? (
          <Radio.Group
            className={styles.ways ?? ''}
            aria-label={t('users.way')}
            value={way}
            onChange={({ target }) => setWay(target.value as typeof way)}
            options={WAYS.map((value) => ({
              value,
              label: t(`users.ways.${value}`, { count: value === 'good' ? good : tried.failed }),
            }))}
          />
        ) : null}
        <Checkbox
          checked={updates}
          disabled={isLoading}
          onChange={({ target }) => {
            setUpdates(target.checked);
            if (file) void tryOut(file, target.checked);
          }}
        >
          {t('users.updates')}
        </Checkbox>
        <p className={admin.quiet}>{t('users.importText')}</p>
      </div>
    </Sheet>
  );
}

/** What will become of each row, and which cells are wrong. */
function Tried({ tried }: { tried: Imported }) {
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
        <span data-result="added">{t('users.resultAdded', { n: added })}</span>
        <span data-result="updated">{t('users.resultUpdated', { n: updated })}</span>
        <span data-result="failed">{t('users.resultFailed', { n: failed })}</span>
      </p>
      {errors.length > 0 ? (
        <table className={styles.errors} aria-label={t('users.wrongCells')}>
          <thead>
            <tr>
              {(['row', 'column', 'value', 'why'] as const).map((key) => (
                <th key={key} scope="col">
                  {t(`users.cell.${key}`)}
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
