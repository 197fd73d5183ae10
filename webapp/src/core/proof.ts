// Password confirmation for money and rights: a call that the server answered with "password needed" waits here until the registered dialog
// has proved the password.
import { type CallFault, Code } from './http';

type ProofDialogOpener = () => Promise<boolean>;

/** Registered askers, the newest last: the frame of the page, then the open dialogs. */
const askers: ProofDialogOpener[] = [];
let asking: Promise<boolean> | null = null;

/** Registers an asker, which goes before the earlier ones; returns a function that removes it. */
export function onProofNeeded(ask: ProofDialogOpener): () => void {
  askers.push(ask);
  return () => {
    const at = askers.indexOf(ask);
    if (at !== -1) askers.splice(at, 1);
  };
}

/** Asks for the password through the newest asker; answers whether it was proved. Calls that need it at the same time share one question. */
export function askForProof(): Promise<boolean> {
  asking ??= (askers.at(-1)?.() ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
}

/** Whether a call failed because its operator cancelled the password question; such a failure is not shown. */
export const isGivenUp = (error: unknown): boolean => (error as CallFault | undefined)?.code === Code.passwordNeeded;
