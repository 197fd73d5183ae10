// Changes the level and the end of an authorization.
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { useNow } from '@/ui/time/useNow';
import { type Grant, useUpdateGrantMutation } from './api';
import styles from './Sharing.module.css';
import { LevelChoice, UntilField } from './UntilField';
import { dayOf, type UntilFields, untilOf } from './until';

const MINUTE_MS = 60_000;

interface Fields extends UntilFields {
  accreditType: 1 | 2;
}

export function ChangeDialog({ grant, onClose }: { grant: Grant; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const now = useNow(MINUTE_MS);
  const [update] = useUpdateGrantMutation();
  const initial: Fields = {
    accreditType: grant.accreditType === 2 ? 2 : 1,
    ends: 'day',
    day: dayOf(grant.expireTime),
    hours: 1,
  };
  const submit = async ({ accreditType, ...until }: Fields): Promise<CallFault | undefined> => {
    // A day that was left as it was leaves the end as it is, to the second.
    const same = until.ends === 'day' && until.day === initial.day;
    const { error } = await update({ relationId: grant.relationId, accreditType, ...(same ? {} : untilOf(until)) });
    if (error) return error as CallFault;
    toasts.done(t('sharing.changed'));
    return undefined;
  };
  return (
    <FormDialog<Fields>
      open
      title={t('sharing.changeTitle', { name: grant.phoneAlias || grant.owlId })}
      initial={initial}
      submit={t('sharing.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.names}>{grant.subMemberPhone}</p>
      <Form.Item name="accreditType" label={t('sharing.level')}>
        <LevelChoice />
      </Form.Item>
      <UntilField rentalEnd={grant.rentalEndTime} now={now} />
    </FormDialog>
  );
}
