// Starts a stream worker and answers its questions for tokens.
import type { FromWorker, TokenSource, ToWorker } from './types';

export interface StreamWorker {
  post(message: ToWorker, transfer?: Transferable[]): void;
  terminate(): void;
}

interface WorkerListener {
  /** Source of the tokens for a session or deck of the worker; undefined when the session or deck is gone. */
  tokens(of: number): TokenSource | undefined;
  onMessage(message: Extract<FromWorker, { type: 'play' | 'made' | 'cell' | 'group' }>): void;
  /** Called when the worker could not be loaded or its module stopped; the worker is unusable then. */
  onFailed(): void;
}

export function startWorker(listener: WorkerListener): StreamWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'stream' });
  let state: 'loading' | 'ready' | 'over' = 'loading';
  const post = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const over = () => {
    state = 'over';
    worker.terminate();
  };
  const fail = () => {
    if (state === 'over') return;
    over();
    listener.onFailed();
  };
  const answer = async (message: Extract<FromWorker, { type: 'askToken' }>) => {
    const source = listener.tokens(message.of);
    const refused = () => null;
    const token = message.refresh ? await source?.refreshAccessToken().catch(refused) : source?.getAccessToken();
    if (state !== 'over') post({ type: 'token', ask: message.ask, token: token ?? null });
  };
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    switch (data.type) {
      case 'ready':
        state = 'ready';
        return;
      case 'failed':
        fail();
        return;
      case 'askToken':
        void answer(data);
        return;
      case 'play':
      case 'made':
      case 'cell':
      case 'group':
        listener.onMessage(data);
    }
  };
  // While loading: the script itself is missing. Later faults of single callbacks end nothing; a stopped module says `failed`.
  worker.onerror = () => {
    if (state === 'loading') fail();
  };
  return { post, terminate: over };
}

/** Whether this browser draws in workers; one that does not is too old for pictures. How it decodes is the worker's affair. */
export const canDraw = (): boolean => typeof OffscreenCanvas !== 'undefined';
