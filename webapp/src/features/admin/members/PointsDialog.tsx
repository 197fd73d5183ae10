// Points given to a member or taken, with a reason that the member reads beside them.
import { Form, InputNumber, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { OrderLimits, PointLimits } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { checkReason } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { CountedInput } from '@/ui/fields/CountedInput';
import { checkedByServer, showFieldFault } from '@/ui/fields/fieldFault';
import { fieldRule } from '@/ui/fields/fieldRule';
import { useAdjustMemberPointsMutation } from './api';
import type { Whom } from './MemberDialogs';
import styles from './Members.module.css';
import { nameOf } from './names';

interface Fields {
  way: 'give' | 'take';
  points: number | null;
  reason: string;
}

export default function PointsDialog({ whom, onClose }: { whom: Whom; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [form] = Form.useForm<Fields>();
  const way = Form.useWatch('way', form) ?? 'give';
  const [adjust] = useAdjustMemberPointsMutation();
  const submit = async ({ points, reason }: Fields): Promise<CallFault | 'stay' | undefined> => {
    const sign = form.getFieldValue('way') === 'take' ? -1 : 1;
    const { data, error } = await adjust({ memberId: whom.memberId, points: sign * (points ?? 0), reason });
    if (data) toasts.done(t('members.pointsDone', { name: nameOf(whom), n: data.balance.toLocaleString('en-US') }));
    const fault = error as CallFault | undefined;
    return fault && showFieldFault(form, ['points', 'reason'], fault) ? 'stay' : fault;
  };
  return (
    <FormDialog<Fields>
      open
      form={form}
      title={t('members.pointsTitle', { name: nameOf(whom) })}
      initial={{ way: 'give', points: null, reason: '' }}
      submit={t(`members.${way}Points`)}
      danger={way === 'take'}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="way">
        <Segmented
          aria-label={t('members.way')}
          options={(['give', 'take'] as const).map((value) => ({ value, label: t(`members.ways.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="points"
        label={t('members.points')}
        extra={t('members.pointsNow', { n: whom.points.toLocaleString('en-US') })}
        rules={[checkedByServer]}
      >
        <InputNumber min={1} max={PointLimits.adjustedMax} precision={0} className={styles.full ?? ''} />
      </Form.Item>
      <Form.Item name="reason" label={t('members.pointsReason')} rules={[fieldRule(checkReason)]}>
        <CountedInput max={OrderLimits.reasonMax} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}
