// The audit: who did what, when and from where, found by a filter in the address and taken away; nobody can change it.

import { Segmented, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/shell/usePageTitle';
import { DayField } from '@/ui/fields/DayField';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import { dayFilter } from '@/ui/list/days';
import { RowTitle } from '@/ui/list/RowTitle';
import { SearchField } from '@/ui/list/SearchField';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, oneOf, textFilter, useUrlState } from '@/ui/list/urlState';
import admin from '../Admin.module.css';
import { ExportButton } from '../ExportButton';
import styles from './Audit.module.css';
import { type Recorded, useListAuditActionsQuery, useListAuditQuery } from './api';
import { changesOf, valuesOf } from './values';

const AuditDrawer = lazyWithRetry(() => import('./AuditDrawer'), 'over');

const actors = ['operator', 'member', 'server'] as const;

const codec = listCodec({
  q: textFilter(),
  by: oneOf('all', ...actors),
  kind: textFilter(),
  from: dayFilter(),
  until: dayFilter(),
});

export default function AuditPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.audit'));
  const [{ q, by, kind, from, until, pageNo, pageSize }, change] = useUrlState(codec);
  const keyword = q.trim();
  const filter = {
    ...(keyword ? { keyword } : {}),
    ...(by === 'all' ? {} : { by }),
    ...(kind ? { kind } : {}),
    ...(from ? { 'params[beginTime]': from } : {}),
    ...(until ? { 'params[endTime]': until } : {}),
  };
  const answer = useListAuditQuery({ pageNum: pageNo, pageSize, ...filter }, { refetchOnMountOrArgChange: true });
  const { currentData } = answer;
  const { data: actions } = useListAuditActionsQuery();
  const [opened, setOpened] = useState<Recorded | null>(null);
  const columns = useColumns(setOpened);
  const totalWords = (count: number) => t('audit.total', { count });
  return (
    <TablePage<Recorded>
      title={t('pages.audit')}
      heading={heading}
      facts={
        currentData ? (
          <span className={admin.facts}>
            <span>{totalWords(currentData.total)}</span>
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
            placeholder={t('audit.from')}
            value={from}
            max={until || undefined}
            clearable
            onChange={(day) => change({ from: day })}
          />
          <DayField
            aria-label={t('audit.until')}
            placeholder={t('audit.until')}
            value={until}
            min={from || undefined}
            clearable
            onChange={(day) => change({ until: day })}
          />
        </>
      }
      answer={answer}
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
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={totalWords}
      columns={columns}
      idOf={({ auditId }) => auditId}
      nameOf={({ kindName }) => kindName}
      onOpen={setOpened}
      dock={
        opened ? (
          <AuditDrawer
            recorded={opened}
            rows={currentData?.rows ?? []}
            onOpen={setOpened}
            onClose={() => setOpened(null)}
          />
        ) : null
      }
    />
  );
}

function useColumns(onOpen: (recorded: Recorded) => void): Column<Recorded>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'what',
        title: t('audit.what'),
        width: 160,
        render: (row) => <RowTitle onOpen={() => onOpen(row)}>{row.kindName}</RowTitle>,
      },
      {
        key: 'object',
        title: t('audit.object'),
        width: 220,
        grows: true,
        render: (row) => <Summary row={row} />,
      },
      {
        key: 'who',
        title: t('audit.who'),
        width: 112,
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
        leaves: 2,
        render: ({ address }) => <span className="owl-mono">{address || '—'}</span>,
      },
      {
        key: 'time',
        title: t('audit.time'),
        width: 168,
        leaves: 1,
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
    <span className={cells.two}>
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
