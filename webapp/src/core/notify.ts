// How core tells the member that a call failed: the frame registers who shows it, once the interface stands.
import { type CallFault, Code } from './http';

type Shower = (fault: CallFault) => void;
let shower: Shower | null = null;

/** Registers what shows faults; returns how to stop. */
export function onFault(show: Shower): () => void {
  shower = show;
  return () => {
    if (shower === show) shower = null;
  };
}

type Asker = (fault: CallFault) => Promise<boolean>;
let asker: Asker | null = null;

/** Registers what asks the member whether a call is sent again that met a busy server; returns how to stop. */
export function onBusy(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** Tells of a busy server, and whether the member wants the call to be sent again. */
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

/** Shows a fault whatever its code: nobody else will. */
export function showFault(fault: CallFault): void {
  shower?.(fault);
}
