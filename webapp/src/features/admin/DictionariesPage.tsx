// Dictionaries: the words that members' pages show for values. Types at the left, the entries of one at the right; one row at a time is changed.
import { Button, Input, InputNumber, Switch } from 'antd';
import { Lock, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { usePageTitle } from '@/shell/usePageTitle';
import { useToasts } from '@/ui/announce/Toasts';
import { CopyId } from '@/ui/copy/CopyId';
import { type Meanwhile, meanwhileIn } from '@/ui/editing/ChangedMeanwhile';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { Column } from '@/ui/list/columns';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, textFilter, useUrlState } from '@/ui/list/urlState';
import { Gate } from '@/ui/rights/Gate';
import { faultWords } from '@/ui/states/faultWords';
import styles from './Admin.module.css';
import {
  type DictionaryType,
  type Entry,
  useListDictionaryTypesQuery,
  useListEntriesQuery,
  useRemoveEntryMutation,
  useUpdateEntryMutation,
} from './api';
import { ExportButton } from './ExportButton';
import { RowActions } from './RowActions';
import { RowConflict } from './RowConflict';

const EntryDialog = lazyWithRetry(() => import('./EntryDialog'), 'over');

/** Fields of an entry that the table changes, with the version that they were read in. */
type Written = Pick<Entry, 'dictLabel' | 'labelEn' | 'dictSort' | 'status' | 'version'>;

interface Draft extends Written {
  dictCode: number;
  fault: string;
  /** Change of the entry that another operator made meanwhile. */
  meanwhile: Meanwhile<Written> | null;
}

const codec = listCodec({ type: textFilter() });

export default function DictionariesPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.dictionaries'));
  const [{ type, pageNo, pageSize }, change] = useUrlState(codec);
  const types = useListDictionaryTypesQuery(undefined, { refetchOnMountOrArgChange: true });
  const known = types.currentData ?? [];
  const dictType = known.find((each) => each.dictType === type)?.dictType ?? known[0]?.dictType ?? '';
  const entries = useListEntriesQuery(
    { pageNum: pageNo, pageSize, dictType },
    { skip: dictType === '', refetchOnMountOrArgChange: true },
  );
  const [adding, setAdding] = useState<string | null>(null);
  const editor = useEditor();
  const columns = useColumns(editor);
  const nameOf = useTypeName();
  const none = types.currentData?.length === 0 ? { rows: [], total: 0 } : undefined;
  const answer = {
    currentData: types.currentData ? (none ?? entries.currentData) : undefined,
    error: types.error ?? entries.error,
    isFetching: types.isFetching || entries.isFetching,
    refetch: () => {
      void types.refetch();
      if (dictType !== '') void entries.refetch();
    },
  };
  const builtIn = entries.currentData?.rows[0]?.builtIn ?? false;
  const edited = entries.currentData?.rows.find(({ dictCode }) => dictCode === editor.draft?.dictCode);
  const inWords = ({ dictLabel, labelEn, dictSort, status }: Written) =>
    [dictLabel, labelEn || '—', dictSort, t(status === '0' ? 'admin.enabled' : 'admin.disabled')].join(' · ');
  const count = known.reduce((sum, each) => sum + each.count, 0);
  return (
    <TablePage<Entry>
      title={t('pages.dictionaries')}
      heading={heading}
      facts={
        types.currentData ? (
          <span className={styles.facts}>
            <span>{t('admin.typesTotal', { count: known.length })}</span>
            <span>{t('admin.entriesTotal', { n: count })}</span>
          </span>
        ) : null
      }
      actions={
        <>
          <ExportButton operation="export_dictionary_entries" query={dictType ? { dictType } : {}} />
          <Gate operation="create_dictionary_entry">
            <Button onClick={() => setAdding('')}>{t('admin.newType')}</Button>
            <Button
              type="primary"
              icon={<Plus size={16} strokeWidth={1.6} />}
              disabled={dictType === '' || builtIn}
              onClick={() => setAdding(dictType)}
            >
              {t('admin.add')}
            </Button>
          </Gate>
        </>
      }
      answer={answer}
      failed={t('admin.failedDictionaries')}
      empty={{ look: 'open', title: t('admin.emptyDictionary'), text: t('admin.emptyDictionaryText') }}
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={(n) => t('admin.entriesTotal', { n })}
      label={nameOf(dictType)}
      columns={columns}
      idOf={({ dictCode }) => dictCode}
      nameOf={({ dictLabel }) => dictLabel}
      around={(table) => (
        <div className={styles.split}>
          <Types
            types={known}
            chosen={dictType}
            onChoose={(next) => {
              editor.setDraft(null);
              change({ type: next });
            }}
          />
          <section aria-label={nameOf(dictType)}>
            <div className={styles.head}>
              <h2>{nameOf(dictType)}</h2>
              <CopyId id={dictType} />
              <span className={styles.quiet}>{t('admin.dictionaryUses')}</span>
            </div>
            {table}
            {edited && editor.draft?.meanwhile ? (
              <RowConflict
                meanwhile={editor.draft.meanwhile}
                now={inWords(editor.draft.meanwhile.now)}
                mine={inWords(editor.draft)}
                onMine={() => editor.save(edited, editor.draft?.meanwhile?.now.version)}
                onTheirs={() => {
                  editor.setDraft(null);
                  answer.refetch();
                }}
              />
            ) : null}
            {editor.draft?.fault ? (
              <p className={`${styles.effect} ${styles.refused}`} role="alert">
                {editor.draft.fault}
              </p>
            ) : null}
            {builtIn ? (
              <p className={styles.kept}>
                <Lock size={14} strokeWidth={1.6} aria-hidden="true" />
                {t('admin.dictionaryKept')}
              </p>
            ) : null}
          </section>
        </div>
      )}
      over={
        adding === null ? null : (
          <EntryDialog dictType={adding} onMade={(next) => change({ type: next })} onClose={() => setAdding(null)} />
        )
      }
    />
  );
}

/** The name of a dictionary for people; its own where the console has no words for it. */
function useTypeName(): (dictType: string) => string {
  const { t } = useTranslation();
  return (dictType) => {
    if (dictType === 'phone_status' || dictType === 'data_center') return t(`admin.typeNames.${dictType}`);
    return dictType;
  };
}

interface TypesProps {
  types: readonly DictionaryType[];
  chosen: string;
  onChoose: (dictType: string) => void;
}

function Types({ types, chosen, onChoose }: TypesProps) {
  const { t } = useTranslation();
  const nameOf = useTypeName();
  return (
    <nav aria-label={t('admin.types')}>
      <ul className={styles.types}>
        {types.map(({ dictType, count }) => (
          <li key={dictType}>
            <button
              type="button"
              className={`owl-plain-button ${styles.type}`}
              aria-current={dictType === chosen}
              onClick={() => onChoose(dictType)}
            >
              <span>
                {nameOf(dictType)}
                {nameOf(dictType) === dictType ? null : <span className={`${styles.quiet} owl-mono`}>{dictType}</span>}
              </span>
              <span className={`${styles.quiet} owl-figures`}>{count}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function useEditor() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [update, { isLoading }] = useUpdateEntryMutation();
  const save = async (row: Entry, over?: number) => {
    if (!draft) return;
    const { fault: _, meanwhile: __, ...changed } = draft;
    const { createTime: ___, builtIn: ____, ...kept } = row;
    const { error } = await update({ ...kept, ...changed, version: over ?? draft.version });
    if (error) {
      const fault = error as CallFault;
      const meanwhile = meanwhileIn<Written>(fault);
      return setDraft({ ...draft, meanwhile, fault: meanwhile ? '' : faultWords(fault, t) });
    }
    setDraft(null);
    toasts.done(t('admin.saved'));
  };
  return { draft, setDraft, save, busy: isLoading };
}

type Editor = ReturnType<typeof useEditor>;

function useColumns(editor: Editor): Column<Entry>[] {
  const { t } = useTranslation();
  const [remove] = useRemoveEntryMutation();
  return useMemo(() => {
    const { draft, setDraft } = editor;
    const changing = (row: Entry) => (draft?.dictCode === row.dictCode ? draft : null);
    const field = (row: Entry, name: 'dictLabel' | 'labelEn', label: string) => {
      const open = changing(row);
      if (!open) return row[name] || '—';
      return (
        <Input
          autoFocus={name === 'dictLabel'}
          value={open[name]}
          maxLength={100}
          aria-label={label}
          onChange={({ target }) => setDraft({ ...open, [name]: target.value, fault: '' })}
          onPressEnter={() => editor.save(row)}
          onKeyDown={({ key }) => key === 'Escape' && setDraft(null)}
        />
      );
    };
    return [
      {
        key: 'value',
        title: t('admin.entry'),
        width: 112,
        render: ({ dictValue }) => <span className="owl-mono">{dictValue}</span>,
      },
      {
        key: 'label',
        title: t('admin.label'),
        width: 200,
        grows: true,
        render: (row) => field(row, 'dictLabel', t('admin.label')),
      },
      {
        key: 'labelEn',
        title: t('admin.labelEn'),
        width: 200,
        render: (row) => field(row, 'labelEn', t('admin.labelEn')),
      },
      {
        key: 'sort',
        title: t('admin.sort'),
        width: 88,
        render: (row) => {
          const open = changing(row);
          if (!open) return <span className="owl-figures">{row.dictSort}</span>;
          return (
            <InputNumber
              value={open.dictSort}
              min={0}
              max={9999}
              precision={0}
              controls={false}
              className={styles.sort ?? ''}
              aria-label={t('admin.sort')}
              onChange={(next) => setDraft({ ...open, dictSort: next ?? 0, fault: '' })}
            />
          );
        },
      },
      {
        key: 'status',
        title: t('admin.status'),
        width: 96,
        render: (row) => {
          const open = changing(row);
          if (!open || row.builtIn) return t(row.status === '0' ? 'admin.enabled' : 'admin.disabled');
          return (
            <Switch
              checked={open.status === '0'}
              aria-label={t('admin.status')}
              onChange={(on) => setDraft({ ...open, status: on ? '0' : '1', fault: '' })}
            />
          );
        },
      },
      {
        key: 'actions',
        title: '',
        width: 144,
        phone: 'side',
        render: (row) => (
          <RowActions
            name={row.dictLabel}
            edit="update_dictionary_entry"
            remove="remove_dictionary_entries"
            editing={changing(row) !== null}
            busy={editor.busy}
            deletes={row.builtIn ? null : { text: t('admin.dictDeletes'), run: () => remove(row.dictCode) }}
            onEdit={() => {
              const { dictCode, dictLabel, labelEn, dictSort, status, version } = row;
              setDraft({ dictCode, dictLabel, labelEn, dictSort, status, version, fault: '', meanwhile: null });
            }}
            onSave={() => editor.save(row)}
            onDiscard={() => setDraft(null)}
          />
        ),
      },
    ];
  }, [t, editor, remove]);
}
