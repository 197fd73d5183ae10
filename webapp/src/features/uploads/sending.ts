// One file on its way to the server: announced, piece by piece, looked at. A piece that breaks off goes on where the server is.
import { AnswerCode } from '@/contract/constants';
import type { CallFault, Outcome } from '@/core/http';
import { completeUpload, createUpload, getUpload, putChunk, type Upload } from './api';

/** Pieces small enough that the bar moves; the server says what it takes at most. */
const PIECE_BYTES = 1024 * 1024;
/** A line that breaks is tried again so often, each time after a longer pause. */
const TRIES = 4;
const PAUSE_MS = 500;

/** Refusals after which the same may succeed in a moment. */
const PASSING: readonly number[] = [AnswerCode.UPLOAD_OFFSET, AnswerCode.UPLOAD_BUSY, AnswerCode.UPLOAD_SLOW];

/** What came of it: the file as the server knows it, or why not. Stopped: neither. */
export type Sent = { upload: Upload; fault?: undefined } | { upload?: undefined; fault: CallFault | null };

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

const uploadOf = (outcome: Outcome): Upload => outcome.data as Upload;

/** Whether the same may succeed in a moment. */
const passes = ({ kind, code }: CallFault): boolean => kind === 'network' || PASSING.includes(code);

/** Runs until it answers well, or says no. */
async function insist(ask: () => Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
  let outcome = await ask();
  for (let tried = 1; tried < TRIES && outcome.error && passes(outcome.error) && !signal.aborted; tried += 1) {
    await wait(PAUSE_MS * 2 ** tried);
    outcome = await ask();
  }
  return outcome;
}

/** Announces a file: its place in the set is taken. */
export async function announce(set: string, file: File, signal: AbortSignal): Promise<Sent> {
  return told(await createUpload({ set, name: file.name, size: file.size }, signal));
}

const told = (outcome: Outcome): Sent =>
  outcome.error ? { fault: outcome.error } : { upload: outcome.data as Upload };

/** Sends what the server does not have yet, then has it looked at. `onSent` is told what has come. */
export async function send(
  file: File,
  known: Upload,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<Sent> {
  try {
    return await sendAll(file, known, signal, onSent);
  } catch (cause) {
    if (signal.aborted) return { fault: null };
    throw cause;
  }
}

async function sendAll(file: File, known: Upload, signal: AbortSignal, onSent: (bytes: number) => void): Promise<Sent> {
  // Before a pause more may have come than was heard of.
  const now = await insist(() => getUpload(known.uploadId, signal), signal);
  if (now.error) return { fault: now.error };
  let { received, chunkMax } = uploadOf(now);
  while (received < file.size) {
    onSent(received);
    const end = Math.min(file.size, received + Math.min(PIECE_BYTES, chunkMax));
    const piece = await insist(async () => {
      const outcome = await putChunk(known.uploadId, received, file.slice(received, end), signal);
      if (!outcome.error || !passes(outcome.error)) return outcome;
      const there = await getUpload(known.uploadId, signal);
      // Part of it came, or all of it and only the answer was lost: the next piece begins there.
      return there.error || uploadOf(there).received <= received ? outcome : there;
    }, signal);
    if (piece.error) return { fault: piece.error };
    received = uploadOf(piece).received;
  }
  onSent(received);
  return told(await insist(() => completeUpload(known.uploadId, signal), signal));
}
