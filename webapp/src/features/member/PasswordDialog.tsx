// Dialog for another password, proved by a code to the member's own phone. E-mail cannot prove it: that choice stands disabled, with its reason.
import { Form, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { AnswerCode } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { codeText } from '@/core/rules';
import { NewPasswordFields } from '@/features/auth/fields/NewPasswordFields';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { useChangePasswordMutation } from './api';
import { OwnCodeField, ownCodeUuid } from './OwnCodeField';

interface Props {
  open: boolean;
  masked: string;
  onClose: () => void;
}

interface Fields {
  code: string;
  password: string;
  confirmation: string;
}

const EMPTY: Fields = { code: '', password: '', confirmation: '' };

export function PasswordDialog({ open, masked, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [change] = useChangePasswordMutation();
  const submit = async ({ code, password }: Fields): Promise<CallFault | undefined> => {
    const { error } = await change({ code, uuid: ownCodeUuid('password'), newPassword: password });
    if (!error) toasts.done(t('account.password.changed'), { text: t('account.password.changedText') });
    return error as CallFault | undefined;
  };

  return (
    <FormDialog<Fields>
      open={open}
      title={t('account.password.change')}
      initial={EMPTY}
      submit={t('account.password.change')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item extra={codeText(AnswerCode.MAIL_PASSWORD)}>
        <Segmented
          value="sms"
          aria-label={t('account.password.way')}
          options={[
            { value: 'sms', label: t('account.password.bySms') },
            { value: 'email', label: t('account.password.byEmail'), disabled: true },
          ]}
        />
      </Form.Item>
      <OwnCodeField purpose="password" masked={masked} />
      <NewPasswordFields label={t('account.password.new')} again={t('account.password.again')} rule="account" />
    </FormDialog>
  );
}
