// Opens a phone on the stage, or says why it cannot be opened.
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { useToasts } from '@/ui/announce/Toasts';
import { type Viewed, viewPhone } from '../view';

/** Function that opens a phone on the stage; `mode` "view" watches without taking control. */
export function useOpenPhone(): (phone: Viewed & { phoneId: number }, mode?: 'view') => void {
  const navigate = useNavigate();
  const toasts = useToasts();
  return useCallback(
    (phone, mode) => {
      const view = viewPhone(phone);
      const { allowed, reason } = mode === 'view' ? view.watch : view.open;
      if (allowed) void navigate(paths.play(phone.phoneId, mode));
      else toasts.warned(reason, { key: `phone-${phone.phoneId}` });
    },
    [navigate, toasts],
  );
}
