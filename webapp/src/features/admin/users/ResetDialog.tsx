// Reset of an account's password: its sessions end, and its owner chooses a password at the next sign-in.
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { NewPasswordField } from '@/features/auth/fields/NewPasswordFields';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { Note } from '@/ui/Note';
import type { Whom } from '../members/MemberDialogs';
import { nameOf } from '../members/names';
import { useResetUserPasswordMutation } from './api';

export default function ResetDialog({ whom, onClose }: { whom: Whom; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [reset] = useResetUserPasswordMutation();
  const submit = async ({ password }: { password: string }): Promise<CallFault | undefined> => {
    const { error } = await reset({ userId: whom.memberId, password });
    if (!error) toasts.done(t('users.resetDone', { name: nameOf(whom) }));
    return error as CallFault | undefined;
  };
  return (
    <FormDialog<{ password: string }>
      open
      title={t('users.resetTitle', { name: nameOf(whom) })}
      initial={{ password: '' }}
      submit={t('users.reset')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Note tone="warning">{t('users.resetText')}</Note>
      <NewPasswordField label={t('users.newPassword')} />
    </FormDialog>
  );
}
