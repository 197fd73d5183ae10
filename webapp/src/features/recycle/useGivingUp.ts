// Gives phones up, and says what came of it.
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { faultWords } from '@/ui/states/faultWords';
import { type Binned, useGiveUpPhonesMutation } from './api';

export function useGivingUp(phones: readonly Binned[], onDone: () => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [giveUp, { isLoading }] = useGiveUpPhonesMutation();
  const n = phones.length;
  const run = async () => {
    const { error } = await giveUp({ phoneIds: phones.map(({ phoneId }) => phoneId), count: n });
    if (error) {
      toasts.failed(faultWords(error as CallFault, t));
      return;
    }
    toasts.done(t('recycle.giveUpDone', { count: n }));
    onDone();
  };
  return { run, busy: isLoading };
}
