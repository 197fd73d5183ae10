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

/** Shows a fault, except those that are answered in their own place. */
export function notifyFault(fault: CallFault): void {
  if (fault.code === Code.stateForbids || fault.code === Code.memberDisabled || fault.code === Code.signedOut) return;
  shower?.(fault);
}
