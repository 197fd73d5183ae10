// A page of buying inside somebody else's page: it tells what became of an order, and only to those whom the operator named.
import { createContext, useContext } from 'react';
import type { PayState } from '@/features/payments/PayPicture';

export interface Outcome {
  orderId: number;
  orderNo: string;
  state: PayState;
}

export interface Embedding {
  tell: (outcome: Outcome) => void;
}

/** Null in the console itself. */
export const EmbeddingContext = createContext<Embedding | null>(null);

export const useEmbedding = (): Embedding | null => useContext(EmbeddingContext);

/** What the page around is told. */
export const MESSAGE = 'owldeck-order';

/** Tells the page around this one; the browser delivers it only where that page is of a named origin. */
export function tellAround(outcome: Outcome, origins: readonly string[], around: Window = window.parent): void {
  if (around === window) return;
  for (const origin of origins) around.postMessage({ type: MESSAGE, ...outcome }, origin);
}
