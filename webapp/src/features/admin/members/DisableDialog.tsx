// Disabling an account: what ends, what stays, and why, which its member reads when signing in.
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { OrderLimits } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { checkReason } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { CountedInput } from '@/ui/fields/CountedInput';
import { showFieldFault } from '@/ui/fields/fieldFault';
import { fieldRule } from '@/ui/fields/fieldRule';
import { useChangeUserStatusMutation } from '../users/api';
import type { Whom } from './MemberDialogs';
import styles from './Members.module.css';
import { nameOf } from './names';

export default function DisableDialog({ whom, onClose }: { whom: Whom; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [form] = Form.useForm<{ reason: string }>();
  const [disable] = useChangeUserStatusMutation();
  const name = nameOf(whom);
  const submit = async ({ reason }: { reason: string }): Promise<CallFault | 'stay' | undefined> => {
    const { error } = await disable({ userId: whom.memberId, status: '1', reason });
    if (!error) toasts.done(t('users.disableDone', { name }));
    const fault = error as CallFault | undefined;
    return fault && showFieldFault(form, ['reason'], fault) ? 'stay' : fault;
  };
  return (
    <FormDialog<{ reason: string }>
      open
      danger
      form={form}
      title={t('users.disableTitle', { name })}
      initial={{ reason: '' }}
      submit={t('members.disableOne')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.lead}>{t('members.disableText', { count: whom.phones })}</p>
      <Form.Item name="reason" label={t('members.disableReason')} rules={[fieldRule(checkReason)]}>
        <CountedInput max={OrderLimits.reasonMax} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}
