// The configuration: settings of the product, which hold from the moment they are saved, and values that operators keep for their programs.
import { Button, Input, Segmented } from 'antd';
import { Lock, Plus, RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { usePageTitle } from '@/shell/usePageTitle';
import { useToasts } from '@/ui/announce/Toasts';
import { CopyId } from '@/ui/copy/CopyId';
import { type Meanwhile, meanwhileIn } from '@/ui/editing/ChangedMeanwhile';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { Column } from '@/ui/list/columns';
import { SearchField } from '@/ui/list/SearchField';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, oneOf, textFilter, useUrlState } from '@/ui/list/urlState';
import { Gate } from '@/ui/rights/Gate';
import { faultWords } from '@/ui/states/faultWords';
import styles from './Admin.module.css';
import {
  type Setting,
  useClearConfigCacheMutation,
  useListConfigQuery,
  useRemoveConfigMutation,
  useUpdateConfigMutation,
} from './api';
import { ExportButton } from './ExportButton';
import { RowActions } from './RowActions';
import { RowConflict } from './RowConflict';

const ConfigDialog = lazyWithRetry(() => import('./ConfigDialog'), 'over');

const kinds = ['builtIn', 'own'] as const;
const typeOf = { builtIn: 'Y', own: 'N' } as const;

interface Draft {
  id: number;
  /** Version of the setting that is being changed. */
  version: number;
  value: string;
  fault: string;
  /** Change of the setting that another operator made meanwhile. */
  meanwhile: Meanwhile<Pick<Setting, 'configValue' | 'version'>> | null;
}

const codec = listCodec({ q: textFilter(), kind: oneOf('all', ...kinds) });

export default function ConfigPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.config'));
  const [{ q, kind, pageNo, pageSize }, change] = useUrlState(codec);
  const keyword = q.trim();
  const filter = { ...(keyword ? { keyword } : {}), ...(kind === 'all' ? {} : { configType: typeOf[kind] }) };
  const answer = useListConfigQuery({ pageNum: pageNo, pageSize, ...filter }, { refetchOnMountOrArgChange: true });
  const { currentData } = answer;
  const [adding, setAdding] = useState(false);
  const editor = useEditor();
  const columns = useColumns(editor);
  const total = currentData?.total ?? 0;
  const edited = currentData?.rows.find(({ configId }) => configId === editor.draft?.id);
  return (
    <TablePage<Setting>
      title={t('pages.config')}
      heading={heading}
      facts={currentData ? <span className={styles.facts}>{t('admin.entriesTotal', { n: total })}</span> : null}
      actions={
        <>
          <ClearButton />
          <ExportButton operation="export_config" query={filter} />
          <Gate operation="create_config">
            <Button type="primary" icon={<Plus size={16} strokeWidth={1.6} />} onClick={() => setAdding(true)}>
              {t('admin.add')}
            </Button>
          </Gate>
        </>
      }
      filters={
        <>
          <SearchField value={q} placeholder={t('admin.search')} onSearch={(next) => change({ q: next })} />
          <Segmented<typeof kind>
            aria-label={t('admin.filter')}
            value={kind}
            onChange={(next) => change({ kind: next })}
            options={(['all', ...kinds] as const).map((value) => ({ value, label: t(`admin.${value}`) }))}
          />
        </>
      }
      answer={answer}
      failed={t('admin.failedConfig')}
      empty={{ look: 'open', title: t('admin.empty'), text: t('admin.emptyText') }}
      unmatched={
        keyword || kind !== 'all'
          ? {
              title: t('admin.noMatch'),
              text: t('admin.noMatchText'),
              step: { label: t('admin.clearFilters'), onClick: () => change({ q: '', kind: 'all' }) },
            }
          : undefined
      }
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={(n) => t('admin.entriesTotal', { n })}
      columns={columns}
      idOf={({ configId }) => configId}
      nameOf={({ configName }) => configName}
      around={(table) => (
        <>
          {table}
          {edited && editor.draft?.meanwhile ? (
            <RowConflict
              meanwhile={editor.draft.meanwhile}
              now={editor.draft.meanwhile.now.configValue || edited.defaultValue || '—'}
              mine={editor.draft.value || edited.defaultValue || '—'}
              onMine={() => editor.save(edited, editor.draft?.meanwhile?.now.version)}
              onTheirs={() => {
                editor.setDraft(null);
                void answer.refetch();
              }}
            />
          ) : edited && editor.draft && edited.configValue !== editor.draft.value ? (
            <p className={styles.effect} role="status">
              {t('admin.effect', {
                name: edited.configName,
                from: edited.configValue || '—',
                to: editor.draft.value || edited.defaultValue || '—',
              })}
            </p>
          ) : null}
        </>
      )}
      over={adding ? <ConfigDialog onClose={() => setAdding(false)} /> : null}
    />
  );
}

/** One row at a time is changed; what the server refuses is said beside its value. */
function useEditor() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [update, { isLoading }] = useUpdateConfigMutation();
  const save = async (row: Setting, over?: number) => {
    if (!draft) return;
    const { configId, configName, configKey, remark } = row;
    const version = over ?? draft.version;
    const { error } = await update({ configId, configName, configKey, configValue: draft.value, remark, version });
    if (error) {
      const fault = error as CallFault;
      const meanwhile: Draft['meanwhile'] = meanwhileIn(fault);
      return setDraft({ ...draft, meanwhile, fault: meanwhile ? '' : faultWords(fault, t) });
    }
    setDraft(null);
    toasts.done(t('admin.saved'));
  };
  return { draft, setDraft, save, busy: isLoading };
}

type Editor = ReturnType<typeof useEditor>;

function useColumns(editor: Editor): Column<Setting>[] {
  const { t } = useTranslation();
  const [remove] = useRemoveConfigMutation();
  return useMemo(
    () => [
      { key: 'name', title: t('admin.name'), width: 200, render: ({ configName }) => configName },
      {
        key: 'key',
        title: t('admin.key'),
        width: 200,
        leaves: 2,
        render: ({ configKey }) => <CopyId id={configKey} />,
      },
      {
        key: 'value',
        title: t('admin.value'),
        width: 280,
        render: (row) => <Value row={row} editor={editor} />,
      },
      {
        key: 'source',
        title: t('admin.source'),
        width: 112,
        leaves: 1,
        render: ({ source }) => (
          <span className={source === 'default' ? styles.quiet : undefined}>{t(`admin.sources.${source}`)}</span>
        ),
      },
      {
        key: 'type',
        title: t('admin.type'),
        width: 80,
        leaves: 3,
        render: ({ configType }) => t(configType === 'Y' ? 'admin.builtIn' : 'admin.own'),
      },
      {
        key: 'time',
        title: t('admin.changedAt'),
        width: 168,
        leaves: 4,
        render: ({ updateTime }) =>
          updateTime ? <span className={`${styles.quiet} owl-figures`}>{updateTime}</span> : '—',
      },
      {
        key: 'actions',
        title: '',
        width: 144,
        phone: 'side',
        render: (row) =>
          row.source === 'environment' ? (
            <span className={styles.quiet} title={t('admin.locked', { variable: row.variable ?? '' })}>
              <Lock
                size={14}
                strokeWidth={1.6}
                role="img"
                aria-label={t('admin.locked', { variable: row.variable ?? '' })}
              />
            </span>
          ) : (
            <RowActions
              name={row.configName}
              edit="update_config"
              remove="remove_config"
              editing={editor.draft?.id === row.configId}
              busy={editor.busy}
              deletes={
                row.configType === 'N' ? { text: t('admin.configDeletes'), run: () => remove(row.configId) } : null
              }
              onEdit={() =>
                editor.setDraft({
                  id: row.configId,
                  version: row.version,
                  value: row.configValue,
                  fault: '',
                  meanwhile: null,
                })
              }
              onSave={() => editor.save(row)}
              onDiscard={() => editor.setDraft(null)}
            />
          ),
      },
    ],
    [t, editor, remove],
  );
}

function Value({ row, editor }: { row: Setting; editor: Editor }) {
  const { t } = useTranslation();
  const { draft, setDraft } = editor;
  if (draft?.id !== row.configId) return <span className={`${styles.value} owl-mono`}>{row.configValue || '—'}</span>;
  const [from, to] = row.range ?? [];
  return (
    <span className={styles.value}>
      <Input
        autoFocus
        size="small"
        value={draft.value}
        status={draft.fault ? 'error' : ''}
        aria-label={t('admin.changeName', { name: row.configName })}
        inputMode={row.range ? 'numeric' : 'text'}
        onChange={({ target }) => setDraft({ ...draft, value: target.value, fault: '' })}
        onPressEnter={() => editor.save(row)}
        onKeyDown={({ key }) => key === 'Escape' && setDraft(null)}
      />
      {draft.fault ? (
        <span role="alert" className={`${styles.quiet} ${styles.refused}`}>
          {draft.fault}
        </span>
      ) : row.range ? (
        <span className={styles.quiet}>{t('admin.range', { value: row.configValue, from, to })}</span>
      ) : null}
    </span>
  );
}

function ClearButton() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [clear, { isLoading }] = useClearConfigCacheMutation();
  const run = async () => {
    const { error } = await clear();
    if (error) toasts.failed(faultWords(error as CallFault, t));
    else toasts.done(t('admin.cleared'));
  };
  return (
    <Gate operation="clear_config_cache">
      <Button icon={<RefreshCw size={16} strokeWidth={1.6} />} loading={isLoading} onClick={run}>
        {t('admin.clearCache')}
      </Button>
    </Gate>
  );
}
