// End of every way in: the session begins and the member goes where they were going; or the server says no.
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { safeRedirect } from '@/app/paths';
import { type CallFault, Code } from '@/core/http';
import type { Answer } from '@/core/operations';
import { beginSession } from '@/core/session';
import { signInWay } from '@/core/storage';
import { useAlerts } from '@/ui/announce/Announcer';
import { forgetSent } from './fields/sentCodes';
import type { SignInMethod } from './signIn/signInMethods';

/** Outcome of a call to get in, as RTK Query hands it over. */
type SignInOutcome = { data?: Answer<'sign_in'> | undefined; error?: unknown };

export interface Entering {
  refused: CallFault | null;
  forget: () => void;
  /** Begins the session, remembering the way; or keeps the refusal and returns it. `redirect`: where to go, when it is not in the address. */
  settle: (came: SignInOutcome, way?: SignInMethod, redirect?: string | null) => Promise<CallFault | null>;
}

export function useEntering(): Entering {
  const { t } = useTranslation();
  const alerts = useAlerts();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [refused, setRefused] = useState<CallFault | null>(null);

  const settle: Entering['settle'] = async ({ data, error }, way, redirect) => {
    if (data) {
      if (way) signInWay.set(way);
      forgetSent();
      beginSession(data);
      await navigate(safeRedirect(redirect ?? query.get('redirect')), { replace: true });
      return null;
    }
    const fault = error as CallFault;
    if (fault.code === Code.memberDisabled) {
      alerts.error({ title: t('common.tip'), content: disabledWords(fault, t), okText: t('common.ok') });
    } else {
      setRefused(fault);
    }
    return fault;
  };

  return { refused, forget: () => setRefused(null), settle };
}

/** Why nobody gets in: the account is disabled, with the reason where the operator gave one. */
function disabledWords({ message, data }: CallFault, t: TFunction): string {
  const words = message || t('signIn.disabled');
  const { reason } = (data ?? {}) as { reason?: unknown };
  return typeof reason === 'string' && reason ? t('signIn.disabledBecause', { words, reason }) : words;
}
