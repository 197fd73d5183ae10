// The frame of every list, in each of its states.
import { Button, Input, Segmented } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/core/rules';
import { lazyWithRetry } from '../lazyWithRetry';
import type { Column } from '../list/columns';
import type { DataTableProps } from '../list/DataTable';
import { ListPage } from '../list/ListPage';
import { Money } from '../Money';
import { UNREACHED } from '../states/faultWords';
import { RowSkeletons } from '../states/Skeletons';
import styles from './Gallery.module.css';
import { Section } from './Section';
import { type SamplePhone, samplePhones } from './samples';

const DataTable = lazyWithRetry<DataTableProps<SamplePhone>>(() => import('../list/DataTable'));

const STATES = ['rows', 'waiting', 'empty', 'unmatched', 'fault'] as const;
type State = (typeof STATES)[number];

const ROWS = 26;
const idOf = (row: SamplePhone) => row.id;

export function ListSample({ now }: { now: number }) {
  const { t } = useTranslation();
  const [state, setState] = useState<State>('rows');
  const [page, setPage] = useState({ pageNo: 1, pageSize: 10 });
  const all = useMemo(() => samplePhones(ROWS, now, t('gallery.name')), [now, t]);
  const shown = all.slice((page.pageNo - 1) * page.pageSize, page.pageNo * page.pageSize);
  const back = () => setState('rows');
  const columns: Column<SamplePhone>[] = [
    { key: 'name', title: t('gallery.phone'), width: 160, fixed: true, render: (row) => <b>{row.name}</b> },
    { key: 'ends', title: t('gallery.ends'), width: 180, render: (row) => formatTime(row.expires) },
    {
      key: 'price',
      title: t('gallery.price'),
      width: 110,
      align: 'right',
      phone: 'side',
      render: (row) => <Money fen={row.priceFen} />,
    },
  ];
  const totalWords = t('pick.total', { count: ROWS });
  return (
    <Section title={t('gallery.list.name')} home="ui/list/ListPage" span={6}>
      <Segmented<State>
        className={styles.states}
        aria-label={t('gallery.list.state')}
        value={state}
        options={STATES.map((value) => ({ value, label: t(`gallery.list.${value}`) }))}
        onChange={setState}
      />
      <div className={styles.list}>
        <ListPage<SamplePhone>
          title={t('gallery.phones')}
          facts={<span className={styles.small}>{totalWords}</span>}
          actions={<Button type="primary">{t('gallery.buyPhones')}</Button>}
          filters={<Input placeholder={t('pick.search')} aria-label={t('pick.search')} className={styles.filter} />}
          rows={state === 'waiting' ? undefined : state === 'rows' ? shown : []}
          fault={state === 'fault' ? UNREACHED : undefined}
          onRetry={back}
          failed={t('gallery.notLoaded')}
          empty={{
            title: t('gallery.noPhones'),
            text: t('gallery.noPhonesText'),
            step: { label: t('gallery.buyPhones'), onClick: back, primary: true },
          }}
          unmatched={
            state === 'unmatched'
              ? {
                  title: t('gallery.noMatch'),
                  text: t('gallery.noMatchText'),
                  step: { label: t('gallery.clearFilters'), onClick: back },
                }
              : undefined
          }
          skeleton={<RowSkeletons count={4} />}
          pager={{
            ...page,
            total: state === 'rows' ? ROWS : 0,
            totalWords,
            onChange: (part) => setPage((old) => ({ ...old, pageNo: 1, ...part })),
          }}
        >
          {(rows) => (
            <Suspense fallback={<RowSkeletons count={4} />}>
              <DataTable
                label={t('gallery.list.name')}
                columns={columns}
                rows={rows}
                idOf={idOf}
                nameOf={(row) => row.name}
              />
            </Suspense>
          )}
        </ListPage>
      </div>
    </Section>
  );
}
