// Phones and stock: any phone is found by one word, a state and a configuration, all of them in the address; one is opened beside the table.
import { Button, Select } from 'antd';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MaintenanceLimits } from '@/contract/constants';
import { usePageTitle } from '@/shell/usePageTitle';
import { useSelection } from '@/ui/batch/useSelection';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { FilterChips } from '@/ui/list/FilterChips';
import { SearchField } from '@/ui/list/SearchField';
import { TablePage } from '@/ui/list/TablePage';
import { type Filter, listCodec, oneOf, textFilter, useUrlState } from '@/ui/list/urlState';
import { Gate } from '@/ui/rights/Gate';
import admin from '../Admin.module.css';
import { ExportButton } from '../ExportButton';
import { type OperatorPhone, states, useCountAllPhonesQuery, useListAllPhonesQuery } from './api';
import { useOperatorPhoneColumns } from './columns';
import styles from './Phones.module.css';
import { SelectedPhones } from './SelectedPhones';

const AddPhones = lazyWithRetry(() => import('./AddPhones'), 'over');
const SetMaintenance = lazyWithRetry(() => import('@/features/maintenance/SetMaintenance'), 'over');
const PhoneDrawer = lazyWithRetry(() => import('./PhoneDrawer'), 'over');

/** Links, operations and rentals change rows without anybody doing anything here. */
const LOOK_AGAIN_MS = 15_000;

/** An id of the address; 0: none. */
const idFilter: Filter<number> = {
  read: (text) => (text !== null && /^\d{1,16}$/.test(text) ? Number(text) : 0),
  write: (id) => (id === 0 ? null : String(id)),
};

const idOf = ({ phoneId }: OperatorPhone): number => phoneId;

const codec = listCodec({
  q: textFilter(),
  state: oneOf('all', ...states),
  configuration: idFilter,
  phone: idFilter,
});

export default function PhonesPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.operatorPhones'));
  const [{ q, state, configuration, phone, pageNo, pageSize }, change] = useUrlState(codec);
  const keyword = q.trim();
  const live = { refetchOnMountOrArgChange: true, pollingInterval: LOOK_AGAIN_MS, skipPollingIfUnfocused: true };
  const filter = {
    ...(keyword ? { keyword } : {}),
    ...(state === 'all' ? {} : { state }),
    ...(configuration ? { configurationId: String(configuration) } : {}),
  };
  const answer = useListAllPhonesQuery({ pageNo, pageSize, ...filter }, live);
  const { data: counts } = useCountAllPhonesQuery(undefined, live);
  const [adding, setAdding] = useState(false);
  const selection = useSelection<OperatorPhone>(idOf, MaintenanceLimits.named);
  const [maintained, setMaintained] = useState<readonly OperatorPhone[]>([]);
  const open = (one: OperatorPhone) => change({ phone: one.phoneId, pageNo });
  const columns = useOperatorPhoneColumns(open);
  const chosen = counts?.configurations.find((each) => each.configurationId === configuration);
  const none = { q: '', state: 'all', configuration: 0 } as const;
  return (
    <TablePage<OperatorPhone>
      title={t('pages.operatorPhones')}
      heading={heading}
      facts={
        counts ? (
          <span className={`${admin.facts} owl-figures`}>
            <span>{t('stockPhones.all', { count: counts.all })}</span>
            <span>{t('stockPhones.rentedOf', { n: counts.rented })}</span>
            <span>{t('stockPhones.stockOf', { n: counts.stock })}</span>
          </span>
        ) : null
      }
      actions={
        <>
          <ExportButton operation="export_phones" query={filter} />
          <Gate operation="add_phones">
            <Button type="primary" icon={<Plus size={16} strokeWidth={1.6} />} onClick={() => setAdding(true)}>
              {t('stockPhones.add')}
            </Button>
          </Gate>
        </>
      }
      filters={
        <>
          <FilterChips<typeof state>
            label={t('stockPhones.filter')}
            value={state}
            chips={(['all', ...states] as const).map((value) => ({
              value,
              label: t(`stockPhones.states.${value}`),
              count: counts?.[value],
            }))}
            onChange={(next) => change({ state: next })}
          />
          <SearchField value={q} placeholder={t('stockPhones.search')} onSearch={(next) => change({ q: next })} />
          {chosen ? (
            <span className={styles.chosen}>
              <span>{t('stockPhones.configuration')}</span> <b>{chosen.name}</b>
              <button
                type="button"
                className="owl-plain-button"
                aria-label={t('stockPhones.without', { name: chosen.name })}
                onClick={() => change({ configuration: 0 })}
              >
                <X size={14} strokeWidth={1.6} aria-hidden="true" />
              </button>
            </span>
          ) : (
            <Select<number>
              className={styles.kinds ?? ''}
              aria-label={t('stockPhones.configuration')}
              placeholder={t('stockPhones.configuration')}
              value={null}
              onChange={(id) => change({ configuration: id })}
              options={(counts?.configurations ?? []).map((each) => ({
                value: each.configurationId,
                label: `${each.name} · ${each.all}`,
              }))}
            />
          )}
        </>
      }
      answer={answer}
      failed={t('stockPhones.failed')}
      empty={{ look: 'shut', title: t('stockPhones.empty'), text: t('stockPhones.emptyText') }}
      unmatched={
        keyword || state !== 'all' || configuration
          ? {
              title: t('stockPhones.noMatch'),
              text: t('stockPhones.noMatchText'),
              step: { label: t('stockPhones.clear'), onClick: () => change(none) },
            }
          : undefined
      }
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={(count) => t('stockPhones.total', { count })}
      columns={columns}
      idOf={idOf}
      nameOf={({ alias, owlId }) => alias || owlId}
      onOpen={open}
      selection={selection}
      deck={<SelectedPhones selection={selection} onMaintain={setMaintained} />}
      dock={phone ? <PhoneDrawer key={phone} phoneId={phone} onClose={() => change({ phone: 0, pageNo })} /> : null}
      over={
        <>
          {adding ? <AddPhones configurations={counts?.configurations ?? []} onClose={() => setAdding(false)} /> : null}
          {maintained.length > 0 ? (
            <SetMaintenance
              owlIds={maintained.map(({ owlId }) => owlId)}
              onDone={selection.clear}
              onClose={() => setMaintained([])}
            />
          ) : null}
        </>
      }
    />
  );
}
