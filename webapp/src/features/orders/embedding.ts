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

/** Message that the page around is told. */
export const message = (outcome: Outcome) => ({ type: 'owldeck-order', ...outcome });
