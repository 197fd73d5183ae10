// The password asked again for money and rights: a call that met the server's demand waits here until whoever shows the field has proved it.
import { type CallFault, Code } from './http';

type Asker = () => Promise<boolean>;

/** Those who can ask: the frame of the page, and over it each dialog that is open. */
const askers: Asker[] = [];
let asking: Promise<boolean> | null = null;

/** Registers what asks for the password, before all who did earlier; returns how to stop. */
export function onProofNeeded(ask: Asker): () => void {
  askers.push(ask);
  return () => {
    const at = askers.indexOf(ask);
    if (at !== -1) askers.splice(at, 1);
  };
}

/** Asks for the password where the operator is; whether it was proved. Calls that meet the demand at once share one question. */
export function askForProof(): Promise<boolean> {
  asking ??= (askers.at(-1)?.() ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
}

/** Whether a call failed because its operator did not go on to the password: that is no news to anybody. */
export const isGivenUp = (error: unknown): boolean => (error as CallFault | undefined)?.code === Code.passwordNeeded;
