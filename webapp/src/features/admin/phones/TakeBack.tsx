// Taking a phone back from its member: what is lost, and the reason that the member reads.
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { checkedByServer, showFieldFault } from '@/ui/fields/fieldFault';
import { Note } from '@/ui/Note';
import { useTakePhoneBackMutation } from './api';

interface Fields {
  reason: string;
}

interface Props {
  open: boolean;
  phoneId: number;
  memberId: number;
  /** The member's masked number, or name. */
  member: string;
  name: string;
  onClose: () => void;
}

export function TakeBack({ open, phoneId, memberId, member, name, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [form] = Form.useForm<Fields>();
  const [takeBack] = useTakePhoneBackMutation();
  return (
    <FormDialog<Fields>
      open={open}
      form={form}
      danger
      title={t('stockPhones.takeBackTitle', { name })}
      initial={{ reason: '' }}
      submit={t('stockPhones.takeBackVerb')}
      onSubmit={async ({ reason }) => {
        const { error } = await takeBack({ phoneId, memberId, reason });
        if (error) return showFieldFault(form, ['reason'], error as CallFault) ? 'stay' : (error as CallFault);
        toasts.done(t('stockPhones.takenBack', { name }));
        return undefined;
      }}
      onClose={onClose}
    >
      <Note tone="warning">{t('stockPhones.takeBackText', { member })}</Note>
      <Form.Item
        name="reason"
        label={t('stockPhones.reason')}
        extra={t('stockPhones.reasonText', { member })}
        rules={[checkedByServer]}
      >
        <Input autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}
