// The groups themselves: a new one, another name in place, deletion that asks where the phones go.
import { Button, Select, Tooltip } from 'antd';
import { Repeat } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { withWords } from '@/i18n';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { Sheet } from '@/ui/dialogs/Sheet';
import { NamedRows } from '@/ui/fields/NamedRows';
import { NameField } from '@/ui/fields/NameField';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import {
  type Group,
  useCreateGroupMutation,
  useDeleteGroupMutation,
  useListGroupsQuery,
  useRenameGroupMutation,
} from './api';
import styles from './Groups.module.css';

const AutoRenew = lazyWithRetry(
  () => withWords(['recycle', 'orders'], () => import('@/features/recycle/AutoRenewDialog')),
  'over',
);

interface Props {
  open: boolean;
  onClose: () => void;
}

export default function GroupManager({ open, onClose }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useListGroupsQuery();
  const [create] = useCreateGroupMutation();
  const [rename] = useRenameGroupMutation();
  const [doomed, setDoomed] = useState<Group | null>(null);
  const [asking, setAsking] = useState(false);
  const [renewing, setRenewing] = useState<Group | null>(null);
  const [switching, setSwitching] = useState(false);
  return (
    <Sheet open={open} title={t('groups.manage')} onClose={onClose}>
      <div className={styles.manager}>
        <NameField
          label={t('groups.newName')}
          placeholder={t('groups.newName')}
          submit={t('groups.add')}
          autoFocus
          onSubmit={async (name) => (await create(name)).error as CallFault | undefined}
        />
        {error && !data ? (
          <FaultState title={t('groups.failed')} fault={error as CallFault} onRetry={() => void refetch()} />
        ) : !data ? (
          <RowSkeletons count={4} />
        ) : data.list.length === 0 ? (
          <EmptyState look="shut" title={t('groups.empty')} text={t('groups.emptyText')} />
        ) : (
          <NamedRows
            label={t('groups.name')}
            rows={data.list}
            countOf={({ count, autoRenew }) =>
              t('groups.count', { count: count }) + (autoRenew ? ` · ${t('groups.renews')}` : '')
            }
            more={(group) => (
              <Tooltip title={t(group.autoRenew ? 'list.autoRenewOff' : 'list.autoRenewOn')}>
                <Button
                  type="text"
                  icon={<Repeat size={16} strokeWidth={1.6} />}
                  aria-label={t('groups.autoRenew', { name: group.name })}
                  aria-pressed={group.autoRenew}
                  onClick={() => {
                    setRenewing(group);
                    setSwitching(true);
                  }}
                />
              </Tooltip>
            )}
            onRename={async ({ id }, name) => (await rename({ id, name })).error as CallFault | undefined}
            onDelete={(group) => {
              setDoomed(group);
              setAsking(true);
            }}
          />
        )}
      </div>
      {renewing ? (
        <Suspense fallback={null}>
          <AutoRenew
            key={renewing.id}
            open={switching}
            of={{ groupId: renewing.id }}
            name={renewing.name}
            on={renewing.autoRenew}
            onClose={() => setSwitching(false)}
          />
        </Suspense>
      ) : null}
      {doomed ? (
        <DeleteGroup
          key={doomed.id}
          group={doomed}
          others={(data?.list ?? []).filter(({ id }) => id !== doomed.id)}
          open={asking}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Sheet>
  );
}

interface DeleteProps {
  group: Group;
  others: readonly Group[];
  open: boolean;
  onClose: () => void;
}

/** Where its phones go is asked only where it has some. */
function DeleteGroup({ group, others, open, onClose }: DeleteProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const id = useId();
  const [remove] = useDeleteGroupMutation();
  const [moveTo, setMoveTo] = useState<number | null>(null);
  const { name, count } = group;
  return (
    <Confirm
      open={open}
      title={t('groups.deleteTitle', { name })}
      verb={t('groups.delete')}
      onClose={onClose}
      onConfirm={async () => {
        const { data, error } = await remove({ id: group.id, moveTo });
        if (data) toasts.done(t('groups.deleted', { name, count: data.count }));
        else toasts.failed(faultWords(error as CallFault, t));
      }}
    >
      <p>{t(count > 0 ? 'groups.deleteText' : 'groups.deleteEmpty', { n: count })}</p>
      {count > 0 ? (
        <div className={styles.where}>
          <label htmlFor={id}>{t('groups.where', { n: count })}</label>
          <Select<number | ''>
            id={id}
            value={moveTo ?? ''}
            onChange={(value) => setMoveTo(value === '' ? null : value)}
            options={[
              { value: '', label: t('groups.none') },
              ...others.map((other) => ({ value: other.id, label: other.name })),
            ]}
          />
        </div>
      ) : null}
    </Confirm>
  );
}
