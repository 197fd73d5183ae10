// What a form knows of the authorization agreement: whether it was accepted, and the version that was read.
import { useCallback, useState } from 'react';

export function useAgreement() {
  const [agreed, setAgreed] = useState(false);
  const [version, setVersion] = useState<number>();
  const [round, setRound] = useState(0);
  return {
    agreed,
    /** What a call says of the text that was read. */
    read: version === undefined ? {} : { agreementVersion: version },
    /** How often another text came into force meanwhile: the tick begins anew, with the new text open. */
    round,
    onChange: useCallback((next: boolean, of?: number) => {
      setAgreed(next);
      setVersion(of);
    }, []),
    forget: useCallback(() => setAgreed(false), []),
    changed: useCallback(() => {
      setAgreed(false);
      setVersion(undefined);
      setRound((old) => old + 1);
    }, []),
  };
}
