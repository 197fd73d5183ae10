// Install or send files: which, from this device, the cloud or the market, what becomes of them, how, and on which phones. The files go to the server
// while one chooses.
import { Button, Segmented, Switch } from 'antd';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { constants } from '@/core/rules';
import { withWords } from '@/i18n';
import { useSelection } from '@/ui/batch/useSelection';
import { Sheet } from '@/ui/dialogs/Sheet';
import { Choice } from '@/ui/fields/Choice';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { Note } from '@/ui/Note';
import { PhonePicker, type PickPhone } from '@/ui/pick/PhonePicker';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { type Started, type Upload, useInstallMutation } from './api';
import { FileDrop } from './FileDrop';
import { FileRow } from './FileRow';
import styles from './Push.module.css';
import { useMyPhones } from './useMyPhones';
import { useUploads } from './useUploads';

const Room = lazyWithRetry(() => withWords(['apps'], () => import('@/features/apps/Room')));
const CloudPicker = lazyWithRetry(() => import('./cloud/CloudPicker'));
const MarketPicker = lazyWithRetry(() => withWords(['market'], () => import('@/features/apps/market/MarketPicker')));

const sources = ['local', 'cloud', 'market'] as const;
type Source = (typeof sources)[number];
type PushKind = 'install' | 'push' | 'both';
const OPTIONS = ['grantPermissions', 'replace', 'allowDowngrade'] as const;
const existingWays = ['refuse', 'rename', 'replace'] as const;
type Existing = (typeof existingWays)[number];
type Options = Record<(typeof OPTIONS)[number], boolean>;

const idOf = ({ id }: PickPhone): number => id;

interface Props {
  open: boolean;
  /** Files that were dropped or pasted to open the dialog. */
  dropped: readonly File[];
  /** The cloud file for which it was opened. */
  cloud?: Upload | undefined;
  /** The phones that are meant at first. */
  phones: readonly PickPhone[];
  /** The phones are those of a group: more of them, in one batch all the same. */
  group?: boolean;
  onStarted: (started: Started, kind: 'installApp' | 'pushFile') => void;
  onClose: () => void;
}

export default function PushDialog({ open, dropped, cloud, phones, group = false, ...props }: Props) {
  const { onStarted, onClose } = props;
  const { t } = useTranslation();
  const cap = group ? constants().groupMax : constants().batchMax;
  const uploads = useUploads();
  const { add, addCloud, discard, files, running } = uploads;
  const [source, setSource] = useState<Source>('local');
  const [refused, setRefused] = useState<string>();
  const [fault, setFault] = useState<CallFault | null>(null);
  const [what, setWhat] = useState<PushKind>('install');
  const [options, setOptions] = useState<Options>({ grantPermissions: false, replace: true, allowDowngrade: false });
  const [existing, setExisting] = useState<Existing>('refuse');
  const selection = useSelection(idOf, cap);
  const [install, { isLoading }] = useInstallMutation();

  // Once: what it was opened with.
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    selection.replace(phones);
    if (dropped.length > 0) setRefused(add(dropped));
    if (cloud) setRefused(addCloud(cloud));
  }, [selection, phones, dropped, cloud, add, addCloud]);

  const take = (more: readonly File[]) => {
    if (more.length > 0) setRefused(add(more));
  };
  const leave = () => {
    discard();
    onClose();
  };
  const ready = files.filter(({ state }) => state === 'ready');
  const apps = ready.filter(({ upload }) => upload?.app).length;
  const phoneIds = selection.rows.map(idOf);
  // Without an app there is nothing to choose.
  const chosen: PushKind = apps > 0 ? what : 'push';
  // Something goes to Download, where a file of its name may be.
  const puts = ready.length > 0 && (chosen !== 'install' || apps < ready.length);
  const twice = chosen === 'both' ? ready.filter(({ upload }) => upload?.app) : [];
  const load = [...ready, ...twice].reduce((sum, { size }) => sum + size, 0);
  const missing =
    files.length === 0
      ? t('uploads.noFiles')
      : running || ready.length < files.length
        ? t('uploads.notReady')
        : phoneIds.length === 0
          ? t('uploads.noPhones')
          : undefined;

  const start = async () => {
    setFault(null);
    const uploadIds = ready.flatMap(({ upload }) => (upload ? [upload.uploadId] : []));
    const { data: started, error } = await install({
      phoneIds,
      uploadIds,
      choice: chosen,
      ...options,
      existing,
      inGroup: group,
    });
    if (!started) return setFault(error as CallFault);
    onStarted(started, chosen === 'push' ? 'pushFile' : 'installApp');
    onClose();
  };

  return (
    <Sheet
      open={open}
      title={t('uploads.title')}
      width={640}
      onClose={leave}
      footer={
        <>
          {missing ? <span className={styles.missing}>{missing}</span> : null}
          <Button onClick={leave}>{t('common.cancel')}</Button>
          <ChangeButton
            type="primary"
            disabled={missing !== undefined}
            loading={isLoading}
            onClick={() => void start()}
          >
            {t(`uploads.${chosen}Start`, { n: phoneIds.length, count: phoneIds.length })}
          </ChangeButton>
        </>
      }
    >
      <div className={styles.push}>
        {fault ? (
          <Note tone="fault" requestId={fault.requestId}>
            {faultWords(fault, t)}
          </Note>
        ) : null}
        <Segmented<Source>
          value={source}
          onChange={setSource}
          aria-label={t('uploads.source')}
          options={sources.map((value) => ({ value, label: t(`uploads.source_${value}`) }))}
        />
        {source === 'local' ? (
          <FileDrop
            onFiles={take}
            full={files.length >= constants().pushFilesMax}
            hint={t('uploads.dropHint', { n: constants().pushFilesMax })}
          />
        ) : (
          <Suspense fallback={<RowSkeletons count={4} />}>
            {source === 'cloud' ? (
              <CloudPicker uploads={uploads} onRefused={setRefused} />
            ) : (
              <MarketPicker uploads={uploads} onRefused={setRefused} />
            )}
          </Suspense>
        )}
        {refused ? <Note tone="warning">{refused}</Note> : null}
        {files.length > 0 ? (
          <ul className={styles.files} aria-label={t('uploads.files')}>
            {files.map((file) => (
              <FileRow key={file.key} file={file} uploads={uploads} />
            ))}
          </ul>
        ) : null}
        {apps > 0 ? (
          <>
            <Choice<PushKind>
              legend={t('uploads.what')}
              minWidth={150}
              value={what}
              onChange={setWhat}
              options={(['install', 'push', 'both'] as const).map((value) => ({
                value,
                title: t(`uploads.${value}`),
                children: t(`uploads.${value}Hint`),
              }))}
            />
            {what === 'push' ? null : <Switches options={options} onChange={setOptions} />}
          </>
        ) : null}
        {puts ? (
          <div className={`${styles.switch} ${styles.existing}`}>
            <span>
              <b>{t('uploads.existing')}</b>
              <span className={styles.hint}>{t(`uploads.existing_${existing}Hint`)}</span>
            </span>
            <Segmented<Existing>
              aria-label={t('uploads.existing')}
              value={existing}
              onChange={setExisting}
              options={existingWays.map((value) => ({ value, label: t(`uploads.existing_${value}`) }))}
            />
          </div>
        ) : null}
        <Phones selection={selection} cap={cap} picking={cloud !== undefined && phones.length === 0} />
        <Suspense fallback={null}>
          <Room phones={selection.rows} bytes={load} />
        </Suspense>
      </div>
    </Sheet>
  );
}

function Switches({ options, onChange }: { options: Options; onChange: (options: Options) => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset className={styles.switches}>
      <legend className="owl-hidden-text">{t('uploads.how')}</legend>
      {OPTIONS.map((option) => (
        <div key={option} className={styles.switch}>
          <span id={`${id}${option}`}>
            <b>{t(`uploads.${option}`)}</b>
            <span className={styles.hint}>{t(`uploads.${option}Hint`)}</span>
          </span>
          <Switch
            aria-labelledby={`${id}${option}`}
            checked={options[option]}
            onChange={(on) => onChange({ ...options, [option]: on })}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** Names that are said; more are counted. */
const NAMES_MAX = 3;

interface PhonesProps {
  selection: ReturnType<typeof useSelection<PickPhone>>;
  cap: number;
  /** Nothing is chosen yet: the picker is open at first. */
  picking: boolean;
}

function Phones({ selection, cap, picking: atFirst }: PhonesProps) {
  const { t } = useTranslation();
  const source = useMyPhones();
  const [picking, setPicking] = useState(atFirst);
  const names = selection.rows.slice(0, NAMES_MAX).map(({ name }) => name);
  const more = selection.rows.length - names.length;
  return (
    <section className={styles.phones} aria-label={t('uploads.phones')}>
      <div className={styles.chosen}>
        <span>
          <b>{t('uploads.phones')}</b>{' '}
          <span className={styles.hint}>
            {names.length === 0
              ? t('uploads.noPhones')
              : more > 0
                ? t('uploads.andMore', { names: names.join(t('uploads.comma')), n: selection.rows.length })
                : names.join(t('uploads.comma'))}
          </span>
        </span>
        <Button onClick={() => setPicking(!picking)} aria-expanded={picking}>
          {t(picking ? 'uploads.pickDone' : 'uploads.pick')}
        </Button>
      </div>
      {picking ? <PhonePicker source={source} selection={selection} cap={cap} /> : null}
    </section>
  );
}
