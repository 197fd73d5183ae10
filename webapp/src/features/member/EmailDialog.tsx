// An e-mail address, or another one, proved by a code that is sent there.
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { checkEmail, normalEmail } from '@/core/rules';
import { CodeField } from '@/features/auth/fields/CodeField';
import { codeUuid } from '@/features/auth/fields/sentCodes';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { fieldRule } from '@/ui/fields/fieldRule';
import { useUpdateProfileMutation } from './api';

interface Props {
  open: boolean;
  /** The address so far; may be empty. */
  current: string;
  onClose: () => void;
}

interface Fields {
  email: string;
  code: string;
}

export function EmailDialog({ open, current, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [update] = useUpdateProfileMutation();
  const title = t(current ? 'account.changeEmail' : 'account.addEmail');

  const submit = async ({ email, code }: Fields) => {
    const address = normalEmail(email) ?? '';
    const { error } = await update({ email: address, emailCode: code, emailUuid: codeUuid('email', 'email', address) });
    if (!error) toasts.done(t('account.emailChanged'));
    return error as CallFault | undefined;
  };

  return (
    <FormDialog<Fields>
      open={open}
      title={title}
      initial={{ email: '', code: '' }}
      submit={title}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="email" label={t('account.email')} rules={[fieldRule(checkEmail)]}>
        <Input type="email" inputMode="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <CodeField purpose="email" target={{ kind: 'email', field: 'email' }} />
    </FormDialog>
  );
}
