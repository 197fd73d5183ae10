// The operator's maintenance: what is out of service, what is to be, and what was; set and ended here.
import { Button, Segmented } from 'antd';
import { Plus } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { usePageTitle } from '@/shell/usePageTitle';
import { Gate } from '@/ui/Gate';
import { later } from '@/ui/later';
import type { DataTableProps } from '@/ui/list/DataTable';
import { ListPage } from '@/ui/list/ListPage';
import { listCodec, oneOf, useUrlState } from '@/ui/list/urlState';
import { RowSkeletons } from '@/ui/Skeletons';
import { type Maintenance, useListMaintenanceQuery } from './api';
import { useMaintenanceColumns } from './columns';

const DataTable = later<DataTableProps<Maintenance>>(() => import('@/ui/list/DataTable'));
const SetMaintenance = later(() => import('./SetMaintenance'), 'over');

const states = ['running', 'planned', 'over'] as const;
/** A start that comes and an operation that ends change rows without anybody doing anything here. */
const LOOK_AGAIN_MS = 10_000;

export default function MaintenancePage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.maintenance'));
  const codec = useMemo(() => listCodec({ state: oneOf('all', ...states) }), []);
  const [{ state, pageNo, pageSize }, change] = useUrlState(codec);
  const { currentData, error, isFetching, refetch } = useListMaintenanceQuery(
    { pageNo, pageSize, ...(state === 'all' ? {} : { state }) },
    { refetchOnMountOrArgChange: true, pollingInterval: LOOK_AGAIN_MS, skipPollingIfUnfocused: true },
  );
  const [setting, setSetting] = useState(false);
  const columns = useMaintenanceColumns();
  const total = currentData?.total ?? 0;
  return (
    <>
      <ListPage<Maintenance>
        title={t('pages.maintenance')}
        heading={heading}
        actions={
          <Gate operation="set_maintenance">
            <Button type="primary" icon={<Plus size={16} strokeWidth={1.6} />} onClick={() => setSetting(true)}>
              {t('maintenance.set')}
            </Button>
          </Gate>
        }
        filters={
          <Segmented<typeof state>
            aria-label={t('maintenance.filter')}
            value={state}
            onChange={(next) => change({ state: next })}
            options={(['all', ...states] as const).map((value) => ({ value, label: t(`maintenance.states.${value}`) }))}
          />
        }
        rows={currentData?.list}
        fault={currentData ? undefined : (error as CallFault | undefined)}
        fetching={isFetching}
        onRetry={refetch}
        failed={t('maintenance.failed')}
        empty={{ look: 'shut', title: t('maintenance.empty'), text: t('maintenance.emptyText') }}
        unmatched={
          state === 'all'
            ? undefined
            : {
                title: t('maintenance.noMatch'),
                text: t('maintenance.noMatchText'),
                step: { label: t('maintenance.clear'), onClick: () => change({ state: 'all' }) },
              }
        }
        skeleton={<RowSkeletons count={8} />}
        pager={{ pageNo, pageSize, total, totalWords: t('maintenance.total', { count: total }), onChange: change }}
      >
        {(rows) => (
          <Suspense fallback={<RowSkeletons count={rows.length} />}>
            <DataTable
              label={t('pages.maintenance')}
              columns={columns}
              rows={rows}
              idOf={({ maintenanceId }) => maintenanceId}
              nameOf={(one) => one.name ?? one.owlIds.join(' ')}
            />
          </Suspense>
        )}
      </ListPage>
      {setting ? (
        <Suspense fallback={null}>
          <SetMaintenance onClose={() => setSetting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
