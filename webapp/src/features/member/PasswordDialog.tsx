// Another password, proved by a code to the member's own phone. By e-mail it is refused, and the dialog says so.
import { Form, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerCode } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { checkConfirmation, checkNewPassword, codeText } from '@/core/rules';
import { PasswordField } from '@/features/auth/PasswordField';
import { FormDialog } from '@/ui/FormDialog';
import { Note } from '@/ui/Note';
import { ruled } from '@/ui/ruled';
import { useToasts } from '@/ui/Toasts';
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
type Way = 'sms' | 'email';

export function PasswordDialog({ open, masked, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [change] = useChangePasswordMutation();
  const [way, setWay] = useState<Way>('sms');

  useEffect(() => {
    if (open) setWay('sms');
  }, [open]);

  const submit = async ({ code, password }: Fields): Promise<CallFault | 'stay' | undefined> => {
    // There is nothing to send: the note says what to do.
    if (way === 'email') {
      setWay('sms');
      return 'stay';
    }
    const { error } = await change({ code, uuid: ownCodeUuid('password'), newPassword: password });
    if (!error) toasts.done(t('account.password.changed'), { text: t('account.password.changedText') });
    return error as CallFault | undefined;
  };

  return (
    <FormDialog<Fields>
      open={open}
      title={t('account.password.change')}
      initial={EMPTY}
      submit={t(way === 'sms' ? 'account.password.change' : 'account.password.bySmsInstead')}
      onSubmit={submit}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Form.Item>
            <Segmented<Way>
              value={way}
              onChange={setWay}
              aria-label={t('account.password.way')}
              options={[
                { value: 'sms', label: t('account.password.bySms') },
                { value: 'email', label: t('account.password.byEmail') },
              ]}
            />
          </Form.Item>
          {way === 'email' ? (
            <Note tone="warning">{codeText(AnswerCode.MAIL_PASSWORD)}</Note>
          ) : (
            <>
              <OwnCodeField purpose="password" masked={masked} />
              <PasswordField
                name="password"
                label={t('account.password.new')}
                autoComplete="new-password"
                extra={t('account.password.rule')}
                rules={[ruled((text) => checkNewPassword(text, 'account'))]}
              />
              <PasswordField
                name="confirmation"
                label={t('account.password.again')}
                autoComplete="new-password"
                dependencies={['password']}
                rules={[ruled((again) => checkConfirmation(String(form.getFieldValue('password') ?? ''), again))]}
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}
