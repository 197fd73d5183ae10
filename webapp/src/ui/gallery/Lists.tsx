// The deck, a receipt, a table of many rows, the pickers, skeletons, gates.
import { Button } from 'antd';
import { FolderInput, Layers, RotateCcw, Share2, Upload } from 'lucide-react';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { constants, formatTime } from '@/core/rules';
import { type BatchAction, BatchBar } from '../batch/BatchBar';
import { useSelection } from '../batch/useSelection';
import { CopyId } from '../copy/CopyId';
import { lazyWithRetry } from '../lazyWithRetry';
import ColumnChooser from '../list/ColumnChooser';
import { CsvButton } from '../list/CsvButton';
import { type Column, chosenColumns } from '../list/columns';
import type { DataTableProps } from '../list/DataTable';
import { Pager } from '../list/Pager';
import { useColumnChoice } from '../list/useColumnChoice';
import { Money } from '../Money';
import { Thumb } from '../phone/Thumb';
import { PersonPicker } from '../pick/PersonPicker';
import { PhonePicker, type PickPhone, type PickQuestion } from '../pick/PhonePicker';
import { Receipt } from '../receipt/Receipt';
import { Gate } from '../rights/Gate';
import { ErrorBoundary } from '../states/ErrorBoundary';
import { CardSkeletons, RowSkeletons } from '../states/Skeletons';
import { Lease } from '../time/RemainingTime';
import styles from './Gallery.module.css';
import { Section } from './Section';
import { Picture, type SamplePhone, sampleLanes, samplePhones } from './samples';

const DataTable = lazyWithRetry<DataTableProps<SamplePhone>>(() => import('../list/DataTable'));
const ReceiptDrawer = lazyWithRetry(() => import('../receipt/ReceiptDrawer'), 'over');

const nothing = () => {};

export function DeckSample() {
  const { t } = useTranslation();
  const [selected, setSelected] = useState([1, 2, 3, 4, 5, 6]);
  const { batchMax } = constants();
  const stopped = selected.filter((id) => id === 4 || id === 6);
  const blocked = stopped.length > 0 ? { ids: stopped, reason: t('gallery.sharedOut') } : undefined;
  const actions: BatchAction[] = [
    { key: 'group', label: t('gallery.group'), icon: Layers, primary: true, onRun: nothing },
    { key: 'push', label: t('gallery.push'), icon: Upload, cap: batchMax, onRun: nothing },
    { key: 'move', label: t('gallery.move'), icon: FolderInput, onRun: nothing },
    { key: 'reboot', label: t('gallery.reboot'), icon: RotateCcw, blocked, onRun: nothing },
    { key: 'share', label: t('gallery.share'), icon: Share2, blocked, onRun: nothing },
  ];
  const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  return (
    <Section title={t('gallery.deck')} home="ui/batch/BatchBar" span={6}>
      <div className={styles.row}>
        <Button onClick={() => setSelected(many(6))}>{t('gallery.six')}</Button>
        <Button onClick={() => setSelected(many(34).map((id) => id + 10))}>{t('gallery.overCap')}</Button>
      </div>
      <BatchBar
        selected={selected}
        cap={batchMax}
        actions={actions}
        film={selected.slice(0, 8).map((id) => (
          <Thumb key={id} width={20}>
            <Picture n={id} />
          </Thumb>
        ))}
        onKeep={setSelected}
        onClear={() => setSelected([])}
      />
    </Section>
  );
}

export function ReceiptSample({ now }: { now: number }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const lanes = useMemo(() => sampleLanes(t, now), [t, now]);
  const props = { title: t('gallery.batchReboot'), code: 'B-24817', startedAt: now - 230_000, lanes };
  return (
    <Section title={t('gallery.receipt')} home="ui/receipt/Receipt" span={3}>
      <Button onClick={() => setOpen(true)}>{t('gallery.openReceipt')}</Button>
      <div className={styles.receipt}>
        <Receipt {...props} onRetry={nothing} />
      </div>
      <Suspense fallback={null}>
        <div className={styles.docked} data-open={open}>
          {open ? <ReceiptDrawer {...props} open={open} onClose={() => setOpen(false)} onRetry={nothing} /> : null}
        </div>
      </Suspense>
    </Section>
  );
}

const ROWS = 500;
const idOf = (row: SamplePhone) => row.id;

export function TableSample({ now }: { now: number }) {
  const { t } = useTranslation();
  const rows = useMemo(() => samplePhones(ROWS, now, t('gallery.name')), [now, t]);
  const selection = useSelection<SamplePhone>(idOf, constants().groupMax);
  const [hidden, choose] = useColumnChoice('gallery');
  const [page, setPage] = useState({ pageNo: 1, pageSize: 20 });
  const columns: Column<SamplePhone>[] = [
    {
      key: 'name',
      title: t('gallery.phone'),
      width: 200,
      fixed: true,
      render: (row) => (
        <span className={styles.cell}>
          <Thumb>
            <Picture n={row.id} />
          </Thumb>
          <span>
            <b>{row.name}</b>
            <CopyId id={row.code} />
          </span>
        </span>
      ),
      csv: (row) => row.name,
    },
    {
      key: 'ends',
      title: t('gallery.ends'),
      width: 180,
      render: (row) => <Lease until={row.expires} now={now} />,
      csv: (row) => formatTime(row.expires),
    },
    {
      key: 'carrier',
      title: t('gallery.carrier'),
      width: 120,
      leaves: 2,
      render: () => t('gallery.mobile'),
      csv: () => t('gallery.mobile'),
    },
    {
      key: 'price',
      title: t('gallery.price'),
      width: 110,
      align: 'right',
      phone: 'side',
      render: (row) => <Money fen={row.priceFen} />,
      csv: (row) => String(row.priceFen / 100),
    },
  ];
  return (
    <Section title={t('gallery.table')} home="ui/list/DataTable, Pager, ColumnChooser, CsvButton" span={6}>
      <div className={styles.row}>
        <span className={styles.small}>{t('gallery.rows', { n: ROWS })}</span>
        <ColumnChooser columns={columns} hidden={hidden} onChange={choose} />
        <CsvButton name="gallery" columns={columns} fetchAll={async () => rows} />
      </div>
      <div className={styles.tall}>
        <Suspense fallback={<RowSkeletons count={6} />}>
          <DataTable
            label={t('gallery.table')}
            columns={chosenColumns(columns, hidden)}
            rows={rows}
            idOf={idOf}
            nameOf={(row) => row.name}
            selection={selection}
          />
        </Suspense>
      </div>
      <Pager
        {...page}
        total={ROWS}
        totalWords={t('pick.total', { count: ROWS })}
        onChange={(part) => setPage((old) => ({ ...old, pageNo: 1, ...part }))}
      />
    </Section>
  );
}

const PICKED_MAX = 100;
const pickId = (row: PickPhone) => row.id;

export function Pickers({ now }: { now: number }) {
  const { t } = useTranslation();
  const selection = useSelection<PickPhone>(pickId, PICKED_MAX);
  const phones = useMemo<PickPhone[]>(
    () =>
      samplePhones(128, now, t('gallery.name')).map((row) => ({
        ...row,
        picture: <Picture n={row.id} />,
        blocked: row.id % 7 === 3 ? t('gallery.blocked') : undefined,
      })),
    [now, t],
  );
  const source = useCallback(
    async ({ keyword, pageNo, pageSize }: PickQuestion) => {
      const found = phones.filter((row) => `${row.name} ${row.code}`.includes(keyword.trim()));
      return { rows: found.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: found.length };
    },
    [phones],
  );
  return (
    <Section title={t('gallery.pickers')} home="ui/pick" span={3}>
      <PersonPicker
        label={t('gallery.person')}
        note={t('gallery.canGrant')}
        ask={async (phone) => ({
          person: { name: t('gallery.personName'), phone: `${phone.slice(0, 3)}****${phone.slice(-4)}`, handle: phone },
        })}
        onChange={nothing}
      />
      <h3 className={styles.sub}>{t('gallery.pickTitle')}</h3>
      <PhonePicker source={source} selection={selection} cap={PICKED_MAX} />
    </Section>
  );
}

export function SkeletonSamples() {
  const { t } = useTranslation();
  return (
    <Section title={t('gallery.skeletons')} home="ui/states/Skeletons" span={3}>
      <CardSkeletons count={4} className={styles.skeletons} />
      <RowSkeletons count={3} />
    </Section>
  );
}

function Breakable() {
  const { t } = useTranslation();
  const [broken, setBroken] = useState(false);
  if (broken) throw new Error('broken on purpose');
  return (
    <p className={styles.row}>
      {t('gallery.whole')} <Button onClick={() => setBroken(true)}>{t('gallery.break')}</Button>
    </p>
  );
}

export function Gates() {
  const { t } = useTranslation();
  return (
    <Section title={t('gallery.gates')} home="ui/rights/Gate, ui/states/ErrorBoundary" span={3}>
      <p>{t('gallery.gateMember')}</p>
      <Gate permission={['system:user:list']} otherwise={<p className={styles.small}>{t('gallery.gateNone')}</p>}>
        <p>{t('gallery.gateAdmin')}</p>
      </Gate>
      <Gate role={['admin']} otherwise={<p className={styles.small}>{t('gallery.gateNone')}</p>}>
        <p>{t('gallery.gateRole')}</p>
      </Gate>
      <Gate operation="upgrade_images" otherwise={<p className={styles.small}>{t('gallery.gateNone')}</p>}>
        <p>{t('gallery.gateCall')}</p>
      </Gate>
      <ErrorBoundary title={t('gallery.brokenTitle')}>
        <Breakable />
      </ErrorBoundary>
    </Section>
  );
}
