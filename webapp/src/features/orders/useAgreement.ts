// State of the authorization agreement in a form: whether it was accepted, and the version that was read.
import { useCallback, useState } from 'react';
import { getUserId } from '@/core/session';
import { authorizationRead } from '@/core/storage';

export function useAgreement() {
  const [agreed, setAgreed] = useState(false);
  // The version that this member accepted here before may be ticked unopened. If another one is in force by now, the server says so.
  const [version, setVersion] = useState(() => authorizationRead.get(getUserId()));
  const [round, setRound] = useState(0);
  return {
    agreed,
    /** Whether its text was read, now or before. */
    known: version !== undefined,
    /** Version of the text that was read, as a part of a call's body. */
    read: version === undefined ? {} : { agreementVersion: version },
    /** How often another text came into force meanwhile: the tick begins anew, with the new text open. */
    round,
    onChange: useCallback((next: boolean, of?: number) => {
      setAgreed(next);
      if (of === undefined) return;
      setVersion(of);
      if (next) authorizationRead.set(getUserId(), of);
    }, []),
    forget: useCallback(() => setAgreed(false), []),
    changed: useCallback(() => {
      setAgreed(false);
      setVersion(undefined);
      setRound((old) => old + 1);
    }, []),
  };
}
