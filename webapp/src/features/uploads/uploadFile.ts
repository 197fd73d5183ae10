// One file on its way to the server: announced, sent, and what the server found in it.
import type { CallFault, Outcome } from '@/core/http';
import { sendBytes } from '@/core/tus';
import { createUpload, getUpload, type Upload } from './api';

/** Outcome of an upload: the file as the server knows it, or the fault. Stopped: neither. */
export type UploadOutcome =
  | { upload: Upload; fault?: undefined }
  | { upload?: undefined; fault: CallFault | null }
  /** The browser cannot read it: a folder, or a file that was changed or moved since it was chosen. */
  | { upload?: undefined; fault: 'unreadable' };

/** A word for a set that no other set of this member has. Plain http has no `randomUUID`. */
export const newSet = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-').slice(0, 40);

const isReadable = (file: File): Promise<boolean> =>
  new Promise<boolean>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(true);
    reader.onerror = reject;
    reader.readAsArrayBuffer(file.slice(0, 1));
  }).catch(() => false);

const outcomeOf = (outcome: Outcome): UploadOutcome =>
  outcome.error ? { fault: outcome.error } : { upload: outcome.data as Upload };

/** Announces a file: its place in the set is taken. */
export async function announce(set: string, file: File, signal: AbortSignal): Promise<UploadOutcome> {
  if (!(await isReadable(file))) return { fault: 'unreadable' };
  return outcomeOf(await createUpload(set, file, signal));
}

/** Sends what the server does not have yet. `onSent` is told what has gone. */
export async function send(
  file: File,
  { uploadId }: Upload,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<UploadOutcome> {
  try {
    const fault = await sendBytes(file, ['append_upload', { uploadId }], signal, onSent);
    // A file that changed looks like a broken line.
    if (fault?.kind === 'network' && !(await isReadable(file))) return { fault: 'unreadable' };
    // An answer without words: asking for the file tells why.
    return fault && fault.kind !== 'format' ? { fault } : outcomeOf(await getUpload(uploadId, signal));
  } catch (cause) {
    if (signal.aborted) return { fault: null };
    throw cause;
  }
}
