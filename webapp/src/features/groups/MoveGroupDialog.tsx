// Moves phones into a group, or out of all. Without a group there is one to make first.
import { Button, Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { Sheet } from '@/ui/dialogs/Sheet';
import { NameField } from '@/ui/fields/NameField';
import { useCreateGroupMutation, useListGroupsQuery, useMoveToGroupMutation } from './api';
import { UNGROUPED } from './GroupChips';
import styles from './Groups.module.css';

interface Props {
  open: boolean;
  phoneIds: readonly number[];
  /** The group that all of them are in: 0 none, null when they differ. It is not offered. */
  current: number | null;
  /** They are a parent's, which lets this sub-account move them among its groups. */
  given?: boolean;
  onDone: () => void;
  onClose: () => void;
}

interface Fields {
  group?: number;
}

export function MoveGroupDialog({ open, phoneIds, current, given = false, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { data } = useListGroupsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [move] = useMoveToGroupMutation();
  const [make] = useCreateGroupMutation();
  const [made, setMade] = useState<number | null>(null);
  const [making, setMaking] = useState(false);
  const n = phoneIds.length;
  const title = t('groups.moveTitle', { n });
  const groups = (given ? data?.parentGroups : data?.list) ?? [];
  const none = data?.list.length === 0 && made === null;
  if (!given && (none || making)) {
    return (
      <Sheet open={open} title={title} onClose={onClose}>
        <p className={styles.note}>{t(none ? 'groups.createFirst' : 'groups.createHere')}</p>
        <NameField
          label={t('groups.newName')}
          placeholder={t('groups.newName')}
          submit={t('groups.add')}
          autoFocus
          onSubmit={async (name) => {
            const { data: created, error } = await make(name);
            if (created) {
              setMade(created.id);
              setMaking(false);
            }
            return error as CallFault | undefined;
          }}
          {...(none ? {} : { onCancel: () => setMaking(false) })}
        />
      </Sheet>
    );
  }

  const submit = async ({ group = UNGROUPED }: Fields): Promise<CallFault | undefined> => {
    const { data: moved, error } = await move({
      phoneIds: [...phoneIds],
      groupId: group === UNGROUPED ? null : group,
    });
    if (!moved) return error as CallFault;
    const name = groups.find(({ id }) => id === group)?.name ?? t('groups.none');
    const reasons = [...new Set(moved.list.map(({ msg }) => msg).filter(Boolean))].join(' ');
    if (moved.fail > 0) toasts.warned(t('groups.movedSome', { n: moved.success, fail: moved.fail }), { text: reasons });
    else toasts.done(t('groups.moved', { n: moved.success, name }));
    onDone();
    return undefined;
  };
  return (
    <FormDialog<Fields>
      key={made}
      open={open && data !== undefined}
      title={title}
      initial={made === null ? {} : { group: made }}
      submit={t('groups.move', { n })}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="group"
        label={t('groups.name')}
        // Not when it is left: a complaint would push the button below away from the pointer that leaves for it.
        validateTrigger="onChange"
        rules={[{ required: true, message: t('groups.choose') }]}
        extra={
          given ? undefined : (
            <Button type="link" size="small" className={styles.make ?? ''} onClick={() => setMaking(true)}>
              {t('groups.add')}
            </Button>
          )
        }
      >
        <Select
          placeholder={t('groups.choose')}
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
            { value: UNGROUPED, label: t('groups.none') },
          ].filter(({ value }) => value !== current)}
        />
      </Form.Item>
    </FormDialog>
  );
}
