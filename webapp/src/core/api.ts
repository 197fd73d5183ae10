// The one RTK Query slice. Its base query sends an operation by name, refreshes an ended session once, and replays.
import { createApi } from '@reduxjs/toolkit/query/react';
import { type Ask, type CallFault, Code, type Outcome, send } from './http';
import { notifyFault, wantsAgain } from './notify';
import type { Body, OperationName } from './operations';
import { askForProof } from './proof';
import { endRefused, getAccessToken, getView, refreshSession } from './session';

type Options = Pick<Ask, 'query' | 'path' | 'headers' | 'once' | 'quiet' | 'anonymous' | 'blob' | 'sink' | 'range'>;

/** Names a call: `ask('list_phones', { pageNo: 1 })`. Uploads give a form, or bytes. */
export function ask<O extends OperationName>(operation: O, body?: Body<O> | FormData | Blob, options?: Options): Ask {
  return { operation, ...(body === undefined ? {} : { body }), ...options };
}

/** Sends a call; a 401 is met by one refresh and one replay, a second 401 ends the session. */
export async function call(asked: Ask, signal?: AbortSignal): Promise<Outcome> {
  const [token, view] = [getAccessToken(), getView()];
  const first = await send(asked, token, signal);
  if (first.error?.code !== Code.signedOut || asked.anonymous) return first;
  // A call of a member's console is not repeated with the operator's token, nor the other way round.
  if (getView() !== view) return first;
  // While this call was under way, the session may have been renewed by another, or be over.
  if (getAccessToken() === null) return first;
  if (getAccessToken() === token) {
    const refreshed = await refreshSession();
    if (refreshed.status === 'failed') return { error: refreshed.fault };
    if (refreshed.status === 'ended') return first;
  }
  const again = await send(asked, getAccessToken(), signal);
  if (again.error?.code === Code.signedOut) endRefused(again.error);
  return again;
}

/** Proves the password again in this session; the fault where the server refuses it. */
export const provePassword = async (password: string): Promise<CallFault | undefined> =>
  (await call(ask('prove_password', { password }))).error;

export const api = createApi({
  reducerPath: 'api',
  baseQuery: async (asked: Ask, { signal, type }): Promise<{ data: unknown } | { error: CallFault }> => {
    for (;;) {
      const { data, error } = await call(asked, signal).catch((cause): Outcome => {
        if (!signal.aborted) throw cause;
        // The caller aborted the call: a thrown error would be written to the browser's console.
        return { error: { kind: 'network', code: 0, message: '', requestId: '' } };
      });
      if (!error) return { data };
      // Calls about money and rights need the password once more; after it is proved the same call is sent again.
      if (error.code === Code.passwordNeeded && type === 'mutation' && !signal.aborted && (await askForProof()))
        continue;
      if (asked.quiet || signal.aborted) return { error };
      // A screen that could not be read has its own retry; a change is sent again from where it was made, whose form waits for it.
      const again = type === 'mutation' && error.kind === 'code' && error.code === Code.busy;
      if (again && (await wantsAgain(error))) continue;
      if (!again) notifyFault(error);
      return { error };
    }
  },
  tagTypes: ['Link', 'Member', 'Phone', 'Session', 'Token'],
  endpoints: () => ({}),
});
