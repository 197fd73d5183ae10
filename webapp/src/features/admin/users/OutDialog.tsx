// Disabling or deleting an account: what ends, and what is lost, is said before it is done.
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { Confirm } from '@/ui/Confirm';
import { faultWords } from '@/ui/faultWords';
import { useToasts } from '@/ui/Toasts';
import { type User, useChangeUserStatusMutation, useRemoveUserMutation } from './api';
import { nameOf } from './userColumns';

interface Props {
  user: User;
  deletes: boolean;
  onClose: () => void;
}

export default function OutDialog({ user, deletes, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [disable] = useChangeUserStatusMutation();
  const [remove] = useRemoveUserMutation();
  const what = deletes ? 'delete' : 'disable';
  const name = nameOf(user);
  const run = async () => {
    const { error } = deletes ? await remove(user.userId) : await disable({ userId: user.userId, status: '1' });
    if (error) toasts.failed(faultWords(error as CallFault, t));
    else toasts.done(t(`users.${what}Done`, { name }));
  };
  return (
    <Confirm open title={t(`users.${what}Title`, { name })} verb={t(`users.${what}`)} onConfirm={run} onClose={onClose}>
      <p>{t(`users.${what}Text`)}</p>
    </Confirm>
  );
}
