// The operator's maintenance: what is out of service, what is to be, and what was; set and ended here.
import { Button, Segmented } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/shell/usePageTitle';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, oneOf, useUrlState } from '@/ui/list/urlState';
import { Gate } from '@/ui/rights/Gate';
import { type Maintenance, useListMaintenanceQuery } from './api';
import { useMaintenanceColumns } from './columns';

const SetMaintenance = lazyWithRetry(() => import('./SetMaintenance'), 'over');

const states = ['running', 'planned', 'over'] as const;
/** A start that comes and an operation that ends change rows without anybody doing anything here. */
const LOOK_AGAIN_MS = 10_000;

const codec = listCodec({ state: oneOf('all', ...states) });

export default function MaintenancePage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.maintenance'));
  const [{ state, pageNo, pageSize }, change] = useUrlState(codec);
  const answer = useListMaintenanceQuery(
    { pageNo, pageSize, ...(state === 'all' ? {} : { state }) },
    { refetchOnMountOrArgChange: true, pollingInterval: LOOK_AGAIN_MS, skipPollingIfUnfocused: true },
  );
  const [setting, setSetting] = useState(false);
  const columns = useMaintenanceColumns();
  return (
    <TablePage<Maintenance>
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
      answer={answer}
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
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={(count) => t('maintenance.total', { count })}
      columns={columns}
      idOf={({ maintenanceId }) => maintenanceId}
      nameOf={(one) => one.name ?? one.owlIds.join(' ')}
      over={setting ? <SetMaintenance onClose={() => setSetting(false)} /> : null}
    />
  );
}
