// One order on its way to being paid: prepared at the chosen wallet, then asked about until it is decided. However often it is prepared, the
// server charges once.
import { useCallback, useEffect, useState } from 'react';
import { useAppDispatch } from '@/app/store';
import type { CallFault } from '@/core/http';
import { orderMoved } from '@/features/orders/api';
import { useOrderNews } from '@/features/orders/useOrderNews';
import { type Prepared, useGetPaymentQuery, usePayOrderMutation } from './api';
import type { PayState } from './PayPicture';
import { wayHere } from './WalletChoice';

const POLL_MS = 3000;
/** A wallet that has not answered is asked after again. */
const AGAIN_MS = 1500;
/** An address may end before its order does. The server knows, and gives another in time to whoever asks. */
const FRESH_MS = 30_000;

/** Payment as the wallet wants it shown; nothing until the wallet has answered. */
export function usePrepared(orderId: number, wallet: number | undefined, waiting: boolean) {
  const [pay] = usePayOrderMutation();
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [fault, setFault] = useState<CallFault | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again.
  useEffect(() => {
    setPrepared(null);
    setFault(null);
    if (wallet === undefined || !waiting) return undefined;
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const prepare = async () => {
      const answer = await pay({ orderId, wallet, way: wayHere() });
      if (!current) return;
      const show = answer.data?.show;
      if (!answer.data) setFault(answer.error as CallFault);
      else if (show) setPrepared(answer.data);
      if (answer.data && show?.kind !== 'qr') timer = setTimeout(prepare, show ? FRESH_MS : AGAIN_MS);
    };
    void prepare();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [pay, orderId, wallet, waiting, round]);
  return { prepared, fault, retry: useCallback(() => setRound((old) => old + 1), []) };
}

/** How far an order is, which points may have paid as it was made: told by the socket, and asked for in case nobody tells. */
export function usePayState(orderId: number, isPaid = false) {
  const dispatch = useAppDispatch();
  useOrderNews();
  const [done, setDone] = useState(false);
  const { data, error, refetch } = useGetPaymentQuery(orderId, {
    pollingInterval: done ? 0 : POLL_MS,
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
  });
  const state: PayState = data?.payState ?? (isPaid ? 'success' : 'pending');
  useEffect(() => setDone(state !== 'pending'), [state]);
  useEffect(() => {
    if (state !== 'pending') dispatch(orderMoved());
  }, [state, dispatch]);
  return { state, status: data, fault: error as CallFault | undefined, refetch };
}
