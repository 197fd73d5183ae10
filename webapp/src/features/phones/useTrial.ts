// What an account without phones sees: the phone for a day that a new member may have, once; or why not.
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '@/app/store';
import type { CallFault } from '@/core/http';
import { groupsChanged } from '@/features/groups/api';
import { faultWords } from '@/ui/faultWords';
import type { Nothing } from '@/ui/list/ListPage';
import { useToasts } from '@/ui/Toasts';
import { useTakeTrialMutation } from './api';

export function useTrial(): Nothing {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const [take, { isLoading }] = useTakeTrialMutation();
  const [refused, setRefused] = useState<string | null>(null);
  const onClick = useCallback(async () => {
    if (isLoading) return;
    const { error } = await take();
    if (error) return setRefused(faultWords(error as CallFault, t));
    dispatch(groupsChanged());
    toasts.done(t('list.trialTaken'), { text: t('list.trialTakenText') });
  }, [take, isLoading, dispatch, toasts, t]);
  return useMemo(
    () => ({
      title: t('list.empty'),
      text: refused ?? t('list.emptyText'),
      ...(refused ? {} : { step: { label: t('list.trial'), primary: true, onClick: () => void onClick() } }),
    }),
    [t, refused, onClick],
  );
}
