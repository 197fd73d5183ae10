// How core tells the member that a call failed: the frame registers who shows it, once the interface stands.
import { type CallFault, Code } from './http';

type FaultListener = (fault: CallFault) => void;
let shower: FaultListener | null = null;

/** Registers the function that shows faults; returns a function that removes it. */
export function onFault(show: FaultListener): () => void {
  shower = show;
  return () => {
    if (shower === show) shower = null;
  };
}

type RetryPrompt = (fault: CallFault) => Promise<boolean>;
let asker: RetryPrompt | null = null;

/** Registers the function that asks the member whether to repeat a call after a busy answer; returns a function that removes it. */
export function onBusy(ask: RetryPrompt): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** Shows that the server is busy; answers whether the member wants the call to be sent again. */
export async function wantsAgain(fault: CallFault): Promise<boolean> {
  if (asker) return asker(fault);
  notifyFault(fault);
  return false;
}

/** Codes that are answered in their own place: by the caller, by sign-in's alert, by the refresh, by the field for the password. */
const OWN_PLACE: readonly number[] = [Code.stateForbids, Code.memberDisabled, Code.signedOut, Code.passwordNeeded];

/** Shows a fault, except those that are answered in their own place. */
export function notifyFault(fault: CallFault): void {
  if (fault.kind === 'code' && OWN_PLACE.includes(fault.code)) return;
  shower?.(fault);
}

/** Shows a fault whatever its code, for callers whose faults no other place shows. */
export function showFault(fault: CallFault): void {
  shower?.(fault);
}
