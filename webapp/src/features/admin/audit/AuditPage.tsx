// The audit: who did what, when and from where, found by a filter in the address and taken away; nobody can change it.
import { Segmented, Select } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { usePageTitle } from '@/shell/usePageTitle';
import { DayField } from '@/ui/DayField';
import { later } from '@/ui/later';
import type { Column } from '@/ui/list/columns';
import type { DataTableProps } from '@/ui/list/DataTable';
import { dayFilter } from '@/ui/list/days';
import { ListPage } from '@/ui/list/ListPage';
import { SearchField } from '@/ui/list/SearchField';
import { listCodec, oneOf, textFilter, useUrlState } from '@/ui/list/urlState';
import { RowSkeletons } from '@/ui/Skeletons';
import admin from '../Admin.module.css';
import { ExportButton } from '../ExportButton';
import styles from './Audit.module.css';
import { type Recorded, useListAuditActionsQuery, useListAuditQuery } from './api';
import { changesOf, valuesOf } from './values';

const DataTable = later<DataTableProps<Recorded>>(() => import('@/ui/list/DataTable'));
const AuditDrawer = later(() => import('./AuditDrawer'), 'over');

const actors = ['operator', 'member', 'server'] as const;

export default function AuditPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.audit'));
  const codec = useMemo(
    () =>
      listCodec({
        q: textFilter(),
        by: oneOf('all', ...actors),
        kind: textFilter(),
        from: dayFilter(),
        until: dayFilter(),
      }),
    [],
  );
  const [{ q, by, kind, from, until, pageNo, pageSize }, change] = useUrlState(codec);
  const keyword = q.trim();
  const filter = {
    ...(keyword ? { keyword } : {}),
    ...(by === 'all' ? {} : { by }),
    ...(kind ? { kind } : {}),
    ...(from ? { 'params[beginTime]': from } : {}),
    ...(until ? { 'params[endTime]': until } : {}),
  };
  const { currentData, error, isFetching, refetch } = useListAuditQuery(
    { pageNum: pageNo, pageSize, ...filter },
    { refetchOnMountOrArgChange: true },
  );
  const { data: actions } = useListAuditActionsQuery();
  const [opened, setOpened] = useState<Recorded | null>(null);
  const columns = useColumns(setOpened);
  const total = currentData?.total ?? 0;
  const totalWords = t('audit.total', { count: total });
  return (
    <>
      <ListPage<Recorded>
        title={t('pages.audit')}
        heading={heading}
        facts={
          currentData ? (
            <span className={admin.facts}>
              <span>{totalWords}</span>
              <span>{t('audit.kept')}</span>
            </span>
          ) : null
        }
        actions={<ExportButton operation="export_audit" query={filter} />}
        filters={
          <>
            <SearchField value={q} placeholder={t('audit.search')} onSearch={(next) => change({ q: next })} />
            <Segmented<typeof by>
              aria-label={t('audit.by')}
              value={by}
              onChange={(next) => change({ by: next })}
              options={(['all', ...actors] as const).map((value) => ({ value, label: t(`audit.actors.${value}`) }))}
            />
            <Select
              className={styles.kind ?? ''}
              aria-label={t('audit.what')}
              placeholder={t('audit.what')}
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              value={kind || null}
              onChange={(next: string | null) => change({ kind: next ?? '' })}
              options={(actions ?? []).map((each) => ({ value: each.kind, label: each.name }))}
            />
            <DayField
              aria-label={t('audit.from')}
              value={from}
              max={until || undefined}
              clearable
              onChange={(day) => change({ from: day })}
            />
            <DayField
              aria-label={t('audit.until')}
              value={until}
              min={from || undefined}
              clearable
              onChange={(day) => change({ until: day })}
            />
          </>
        }
        rows={currentData?.rows}
        fault={currentData ? undefined : (error as CallFault | undefined)}
        fetching={isFetching}
        onRetry={refetch}
        failed={t('audit.failed')}
        empty={{ look: 'open', title: t('audit.empty'), text: t('audit.emptyText') }}
        unmatched={
          Object.keys(filter).length > 0
            ? {
                title: t('audit.noMatch'),
                text: t('admin.noMatchText'),
                step: {
                  label: t('admin.clearFilters'),
                  onClick: () => change({ q: '', by: 'all', kind: '', from: '', until: '' }),
                },
              }
            : undefined
        }
        skeleton={<RowSkeletons count={8} />}
        pager={{ pageNo, pageSize, total, totalWords, onChange: change }}
      >
        {(rows) => (
          <Suspense fallback={<RowSkeletons count={rows.length} />}>
            <DataTable
              label={t('pages.audit')}
              columns={columns}
              rows={rows}
              idOf={({ auditId }) => auditId}
              nameOf={({ kindName }) => kindName}
              onOpen={setOpened}
            />
          </Suspense>
        )}
      </ListPage>
      {opened ? (
        <Suspense fallback={null}>
          <AuditDrawer
            recorded={opened}
            rows={currentData?.rows ?? []}
            onOpen={setOpened}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function useColumns(onOpen: (recorded: Recorded) => void): Column<Recorded>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'what',
        title: t('audit.what'),
        width: 180,
        render: (row) => (
          <button type="button" className={styles.open} onClick={() => onOpen(row)}>
            {row.kindName}
          </button>
        ),
      },
      {
        key: 'object',
        title: t('audit.object'),
        width: 260,
        grows: true,
        render: (row) => <Summary row={row} />,
      },
      {
        key: 'who',
        title: t('audit.who'),
        width: 144,
        render: ({ userId, userName }) =>
          userId === null ? (
            <span className={admin.quiet}>{t('audit.server')}</span>
          ) : (
            userName || t('audit.account', { id: userId })
          ),
      },
      {
        key: 'address',
        title: t('audit.address'),
        width: 144,
        leaves: 1,
        render: ({ address }) => <span className="owl-mono">{address || '—'}</span>,
      },
      {
        key: 'time',
        title: t('audit.time'),
        width: 168,
        render: ({ createTime }) => <span className={`${admin.quiet} owl-figures`}>{createTime}</span>,
      },
    ],
    [t, onOpen],
  );
}

/** The object, and below it the first value that is another now. */
function Summary({ row }: { row: Recorded }) {
  const first = row.before !== null && row.after !== null ? changesOf(valuesOf(row))[0] : undefined;
  return (
    <span className={styles.two}>
      <span className="owl-mono">{row.object}</span>
      {first ? (
        <span className={styles.cut}>
          {first.name}: <s>{first.before ?? '—'}</s> → <b>{first.after ?? '—'}</b>
        </span>
      ) : row.detail ? (
        <span className={styles.cut}>{row.detail}</span>
      ) : null}
    </span>
  );
}
