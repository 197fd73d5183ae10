// The code that an invited number received, as its owner told it: with it the number is a sub-account.
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { CodeField } from '@/features/auth/fields/CodeField';
import { codeUuid } from '@/features/auth/fields/sentCodes';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { useAddSubAccountMutation } from './api';
import styles from './SubAccounts.module.css';

interface Fields {
  phone: string;
  code: string;
}

interface Props {
  /** The number that was invited. */
  phone: string;
  name: string;
  onClose: () => void;
}

export default function ConsentDialog({ phone, name, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [add] = useAddSubAccountMutation();
  const submit = async ({ code }: Fields): Promise<CallFault | undefined> => {
    const { data, error } = await add({ phone, code, uuid: codeUuid('subaccount', 'phone', phone) });
    if (!data) return error as CallFault;
    toasts.done(t('subAccounts.added'));
    return undefined;
  };
  return (
    <FormDialog<Fields>
      open
      title={t('subAccounts.consentTitle', { name: name || phone })}
      initial={{ phone, code: '' }}
      submit={t('subAccounts.addSubmit')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.note}>{t('subAccounts.consentText', { phone })}</p>
      <Form.Item name="phone" hidden>
        <Input type="hidden" />
      </Form.Item>
      <CodeField purpose="subaccount" target={{ kind: 'phone', field: 'phone' }} />
    </FormDialog>
  );
}
