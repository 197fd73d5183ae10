// Note about what an operator did in the wallet's own console, written once.
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { checkReason } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { showFieldFault } from '@/ui/fields/fieldFault';
import { fieldRule } from '@/ui/fields/fieldRule';
import styles from './Desk.module.css';

interface Props {
  title: string;
  text: string;
  onSend: (note: string) => Promise<{ error?: unknown }>;
  onClose: () => void;
}

export function NoteDialog({ title, text, onSend, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [form] = Form.useForm<{ note: string }>();
  const send = async ({ note }: { note: string }): Promise<CallFault | 'stay' | undefined> => {
    const { error } = await onSend(note);
    if (error) return showFieldFault(form, ['note'], error as CallFault) ? 'stay' : (error as CallFault);
    toasts.done(t('desk.handledDone'));
    return undefined;
  };
  return (
    <FormDialog
      open
      form={form}
      title={title}
      initial={{ note: '' }}
      submit={t('desk.handleDo')}
      onSubmit={send}
      onClose={onClose}
    >
      <p className={`${styles.quiet} owl-prose`}>{text}</p>
      <Form.Item name="note" label={t('desk.note')} rules={[fieldRule(checkReason)]}>
        <Input.TextArea rows={3} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}
