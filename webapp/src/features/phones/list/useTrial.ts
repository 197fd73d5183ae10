// Empty state of an account without phones: the trial phone that a new member may take once, or the refusal and the link to the shop.
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { useAppDispatch } from '@/app/store';
import { type CallFault, Code } from '@/core/http';
import { viewOnly } from '@/core/viewOnly';
import { groupsChanged } from '@/features/groups/api';
import { useToasts } from '@/ui/announce/Toasts';
import type { Nothing } from '@/ui/list/ListPage';
import { faultWords } from '@/ui/states/faultWords';
import { useTakeTrialMutation } from '../api';

export function useTrial(): Nothing {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [take, { isLoading }] = useTakeTrialMutation();
  const [refused, setRefused] = useState<string | null>(null);
  const onClick = useCallback(async () => {
    if (isLoading) return;
    const { data, error } = await take();
    if (error) {
      const fault = error as CallFault;
      const words = faultWords(fault, t);
      // A refusal stays until the list is mounted again. After a request without an answer the member may try again.
      if (fault.kind === 'code' && fault.code !== Code.fault) setRefused(words);
      else toasts.failed(words);
      return;
    }
    dispatch(groupsChanged());
    const open = data && { label: t('list.open'), onClick: () => void navigate(paths.play(data.phoneId)) };
    toasts.done(t('list.trialTaken'), { text: t('list.trialTakenText'), ...(open ? { link: open } : {}) });
  }, [take, isLoading, dispatch, toasts, navigate, t]);
  const viewed = viewOnly();
  return useMemo(
    () =>
      viewed === null
        ? {
            title: t('list.empty'),
            text: refused ?? t('list.emptyText'),
            step: refused
              ? { label: t('list.buy'), primary: true, onClick: () => void navigate(paths.buy) }
              : { label: t('list.trial'), primary: true, onClick: () => void onClick() },
          }
        : { title: t('list.empty'), text: viewed, calm: true },
    [t, viewed, refused, onClick, navigate],
  );
}
