// Authorization management: two card tabs with their filters, rows, selection and pager, and one of links; the same in the dialog and on
// the page.
import { Button, Tabs } from 'antd';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { constants } from '@/core/rules';
import { useUnbindTagMutation } from '@/features/tags/api';
import { withWords } from '@/i18n';
import { useToasts } from '@/ui/announce/Toasts';
import { useSelection } from '@/ui/batch/useSelection';
import { Confirm } from '@/ui/dialogs/Confirm';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { DataTableProps } from '@/ui/list/DataTable';
import { Pager } from '@/ui/list/Pager';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { ClockSkew } from '@/ui/time/useNow';
import { ActivitySheet } from './ActivitySheet';
import { type Direction, type Grant, useListGrantsQuery } from './api';
import { ChangeDialog } from './ChangeDialog';
import { useGrantColumns } from './columns';
import { EndConfirm } from './EndConfirm';
import { FindableSwitch } from './FindableSwitch';
import { GrantFilters } from './GrantFilters';
import { type GrantState, isFiltered, questionOf } from './grantState';
import styles from './Sharing.module.css';

const LinksPanel = lazyWithRetry(() => withWords(['links'], () => import('./links/LinksPanel')));
const GrantTable = lazyWithRetry<DataTableProps<Grant>>(() => import('@/ui/list/DataTable'));
const FRESH = { refetchOnMountOrArgChange: true, refetchOnReconnect: true } as const;
const idOf = ({ relationId }: Grant): number => relationId;
const nameOf = ({ phoneAlias, owlId }: Grant): string => phoneAlias || owlId;

interface Props {
  state: GrantState;
  onChange: (part: Partial<GrantState>) => void;
  /** Stands at the right of the tabs. */
  extra?: ReactNode;
}

export function GrantsPanel({ state, onChange, extra }: Props) {
  const { t } = useTranslation();
  const count = (direction: Direction) => <Count direction={direction} />;
  return (
    <Tabs
      type="card"
      className={styles.tabs ?? ''}
      activeKey={state.tab}
      onChange={(tab) => onChange({ tab: tab as GrantState['tab'], q: '', level: 'any', standing: 'any', pageNo: 1 })}
      tabBarExtraContent={extra}
      destroyOnHidden
      items={[
        ...(['byMe', 'toMe'] as const).map((key) => ({
          key,
          label: (
            <span className={styles.tabLabel}>
              {t(`sharing.${key}`)} {count(key)}
            </span>
          ),
          children: state.tab === key ? <Grants tab={key} state={state} onChange={onChange} /> : null,
        })),
        {
          key: 'links',
          label: t('sharing.links'),
          children:
            state.tab === 'links' ? (
              <Suspense fallback={<RowSkeletons count={4} />}>
                <LinksPanel pageNo={state.pageNo} pageSize={state.pageSize} onChange={onChange} />
              </Suspense>
            ) : null,
        },
      ]}
    />
  );
}

/** The number of all authorizations of a tab. */
function Count({ direction }: { direction: Direction }) {
  const { data } = useListGrantsQuery({ direction, pageNo: 1, pageSize: 10 }, FRESH);
  return data ? <small className="owl-figures">{data.total}</small> : null;
}

type OpenedDialog =
  | { what: 'end'; grants: readonly Grant[] }
  | { what: 'change' | 'activity'; grant: Grant }
  | { what: 'untag'; grant: Grant; tag: { id: number; name: string } };

function Grants({ tab, state, onChange }: Pick<Props, 'state' | 'onChange'> & { tab: Direction }) {
  const { t } = useTranslation();
  const answer = useListGrantsQuery(questionOf(tab, state), FRESH);
  const page = answer.currentData;
  const [asked, setAsked] = useState<OpenedDialog | null>(null);
  const selection = useSelection<Grant>(idOf, constants().authorizeMax);
  const columns = useGrantColumns(tab, {
    onEnd: (grants) => setAsked({ what: 'end', grants }),
    onChange: (grant) => setAsked({ what: 'change', grant }),
    onActivity: (grant) => setAsked({ what: 'activity', grant }),
    onUntag: (grant, tag) => setAsked({ what: 'untag', grant, tag }),
  });
  const close = () => setAsked(null);
  const total = page?.total ?? 0;
  // A page that is no more gives way to the last that there is.
  const last = page?.list.length === 0 ? Math.ceil(total / state.pageSize) : 0;
  useEffect(() => {
    if (last > 0) onChange({ pageNo: last });
  }, [last, onChange]);
  const fault = page ? undefined : (answer.error as CallFault | undefined);
  return (
    <ClockSkew value={page?.skewMs ?? 0}>
      <GrantFilters
        state={state}
        onChange={(part) => onChange({ pageNo: 1, ...part })}
        selected={selection.rows.length}
        onEnd={() => setAsked({ what: 'end', grants: selection.rows })}
      />
      <div className={styles.rows}>
        {fault && !answer.isFetching ? (
          <FaultState title={t('sharing.failed')} fault={fault} onRetry={answer.refetch} />
        ) : !page || last > 0 ? (
          <RowSkeletons count={6} />
        ) : page.list.length === 0 ? (
          <Nothing tab={tab} state={state} onChange={onChange} />
        ) : (
          <Suspense fallback={<RowSkeletons count={page.list.length} />}>
            <GrantTable
              label={t(`sharing.${tab}`)}
              columns={columns}
              rows={page.list}
              idOf={idOf}
              nameOf={nameOf}
              selection={selection}
            />
          </Suspense>
        )}
      </div>
      {tab === 'toMe' ? <FindableSwitch /> : null}
      {total > 0 ? (
        <Pager {...state} total={total} totalWords={t('sharing.total', { count: total })} onChange={onChange} />
      ) : null}
      {asked?.what === 'end' ? (
        <EndConfirm
          direction={tab}
          endings={asked.grants.map((grant) => ({ relationId: idOf(grant), name: nameOf(grant) }))}
          onDone={selection.clear}
          onClose={close}
        />
      ) : null}
      {asked?.what === 'change' ? <ChangeDialog grant={asked.grant} onClose={close} /> : null}
      {asked?.what === 'activity' ? <ActivitySheet grant={asked.grant} onClose={close} /> : null}
      {asked?.what === 'untag' ? <Untag grant={asked.grant} tag={asked.tag} onClose={close} /> : null}
    </ClockSkew>
  );
}

function Nothing({ tab, state, onChange }: Pick<Props, 'state' | 'onChange'> & { tab: Direction }) {
  const { t } = useTranslation();
  if (!isFiltered(state)) {
    return <EmptyState look="shut" title={t(`sharing.${tab}None`)} text={t(`sharing.${tab}NoneText`)} />;
  }
  return (
    <EmptyState look="half" title={t('sharing.noMatch')}>
      <Button onClick={() => onChange({ q: '', level: 'any', standing: 'any', pageNo: 1 })}>
        {t('sharing.clear')}
      </Button>
    </EmptyState>
  );
}

interface UntagProps {
  grant: Grant;
  tag: { id: number; name: string };
  onClose: () => void;
}

/** Asks before one of my tags leaves a phone. */
function Untag({ grant, tag, onClose }: UntagProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [unbind] = useUnbindTagMutation();
  return (
    <Confirm
      open
      mild
      title={t('sharing.untagTitle', { tag: tag.name, name: nameOf(grant) })}
      verb={t('sharing.untag')}
      onClose={onClose}
      onConfirm={async () => {
        const { error } = await unbind({ phoneTagId: tag.id, phoneId: grant.phoneId });
        if (error) toasts.failed(faultWords(error as CallFault, t));
      }}
    >
      <p>{t('sharing.untagText')}</p>
    </Confirm>
  );
}
