// From a filled form to an order: created once however often the button is pressed, then handed to the pay dialog.
import { useCallback, useRef, useState } from 'react';
import type { CallFault } from '@/core/http';
import { type Draft, type Order, useCreateOrderMutation } from './api';

/** Random key, another one for each filling of a form; not secret, but nobody else's. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function useOrdering() {
  const [create, { isLoading }] = useCreateOrderMutation();
  const [order, setOrder] = useState<Order | null>(null);
  const [fault, setFault] = useState<CallFault | null>(null);
  const filled = useRef({ text: '', key: '' });

  /** Key of what a form says now: sent again unchanged, it is the same order. */
  const keyOf = (draft: Draft): string => {
    const text = JSON.stringify(draft);
    if (filled.current.text !== text) filled.current = { text, key: newKey() };
    return filled.current.key;
  };
  const place = async (draft: Draft): Promise<Order | undefined> => {
    setFault(null);
    const answer = await create({ draft, key: keyOf(draft) });
    if (!answer.data) {
      setFault(answer.error as CallFault);
      return undefined;
    }
    filled.current = { text: '', key: '' };
    setOrder(answer.data);
    return answer.data;
  };
  return {
    order,
    fault,
    busy: isLoading,
    place,
    forget: useCallback(() => setFault(null), []),
    leave: useCallback(() => setOrder(null), []),
  };
}
