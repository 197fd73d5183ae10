// Deleting an account: what is lost is said before it is done.
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { isGivenUp } from '@/core/proof';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { faultWords } from '@/ui/states/faultWords';
import type { Whom } from '../members/MemberDialogs';
import { nameOf } from '../members/names';
import { useRemoveUserMutation } from './api';

export default function OutDialog({ whom, onClose }: { whom: Whom; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [remove] = useRemoveUserMutation();
  const name = nameOf(whom);
  const run = async () => {
    const { error } = await remove(whom.memberId);
    if (error) {
      if (!isGivenUp(error)) toasts.failed(faultWords(error as CallFault, t));
    } else toasts.done(t('users.deleteDone', { name }));
  };
  return (
    <Confirm open title={t('users.deleteTitle', { name })} verb={t('users.delete')} onConfirm={run} onClose={onClose}>
      <p>{t('users.deleteText')}</p>
    </Confirm>
  );
}
