// The password asked again where the call that needs it came from no dialog.
import { Form } from 'antd';
import { KeyRound } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { provePassword } from '@/core/api';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { checkedByServer } from '@/ui/fields/fieldFault';
import { PasswordInput } from '@/ui/fields/inputs';
import { faultWords } from '@/ui/states/faultWords';
import styles from './ProofDialog.module.css';

export default function ProofDialog({ onClose }: { onClose: (proved: boolean) => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ password: string }>();
  const proved = useRef(false);
  const submit = async ({ password }: { password: string }) => {
    const fault = await provePassword(password);
    proved.current = !fault;
    if (!fault) return undefined;
    form.setFields([{ name: 'password', errors: [faultWords(fault, t)] }]);
    form.scrollToField('password', { focus: true });
    return 'stay' as const;
  };
  return (
    <FormDialog<{ password: string }>
      open
      form={form}
      title={
        <span className={styles.title}>
          <KeyRound size={18} strokeWidth={1.6} aria-hidden />
          {t('passwordAgain.title')}
        </span>
      }
      initial={{ password: '' }}
      // A password that was typed and not sent is nothing to keep.
      onDraft={() => {}}
      submit={t('passwordAgain.submit')}
      onSubmit={submit}
      onClose={() => onClose(proved.current)}
    >
      <Form.Item
        name="password"
        label={t('passwordAgain.label')}
        extra={t('passwordAgain.why')}
        rules={[checkedByServer]}
      >
        <PasswordInput autoComplete="current-password" />
      </Form.Item>
    </FormDialog>
  );
}
