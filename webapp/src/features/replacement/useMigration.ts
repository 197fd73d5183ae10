// Ways on after a backup or a migration failed: try it again, or give it up.
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { toastStarted } from '@/features/operations/useBegin';
import { useShowReceipt } from '@/features/operations/useShowReceipt';
import { useToasts } from '@/ui/announce/Toasts';
import { faultWords } from '@/ui/states/faultWords';
import { useRetryMigrationMutation } from './api';

/** Tries it again, or gives it up; says what was begun, or why not. Answers whether it was. */
export function useMigration(): (phoneId: number, cancel: boolean) => Promise<boolean> {
  const { t } = useTranslation();
  const toasts = useToasts();
  const show = useShowReceipt();
  const [retry] = useRetryMigrationMutation();
  return useCallback(
    async (phoneId, cancel) => {
      const { data, error } = await retry({ phoneId, cancel });
      if (data) toastStarted(toasts, t, cancel ? 'powerOn' : 'transfer', data, show);
      else toasts.failed(faultWords(error as CallFault, t));
      return data !== undefined;
    },
    [retry, toasts, t, show],
  );
}
