// Seeing the console as a member sees it: what that shows and what it does not, and why, which the member reads.
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { OrderLimits } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { checkReason } from '@/core/rules';
import { enterView } from '@/features/session/viewAs';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { CountedInput } from '@/ui/fields/CountedInput';
import { showFieldFault } from '@/ui/fields/fieldFault';
import { fieldRule } from '@/ui/fields/fieldRule';
import { useViewAsMemberMutation } from './api';
import type { Whom } from './MemberDialogs';
import styles from './Members.module.css';
import { nameOf } from './names';

export default function ViewAsDialog({ whom, onClose }: { whom: Whom; onClose: () => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ reason: string }>();
  const [view] = useViewAsMemberMutation();
  const { memberId } = whom;
  const name = nameOf(whom);
  const submit = async ({ reason }: { reason: string }): Promise<CallFault | 'stay' | undefined> => {
    const { data, error } = await view({ memberId, reason });
    if (data) {
      await enterView({ viewId: data.viewId, memberId, until: data.untilTime, name }, data.token);
      return undefined;
    }
    const fault = error as CallFault | undefined;
    return fault && showFieldFault(form, ['reason'], fault) ? 'stay' : fault;
  };
  return (
    <FormDialog<{ reason: string }>
      open
      form={form}
      title={t('members.viewAsTitle', { name })}
      initial={{ reason: '' }}
      submit={t('members.viewAsBegin')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.lead}>{t('members.viewAsText')}</p>
      <Form.Item name="reason" label={t('members.viewAsReason')} rules={[fieldRule(checkReason)]}>
        <CountedInput max={OrderLimits.reasonMax} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}
