// Keeps orders up to date by the member socket, for as long as the caller is on the page.
import { useEffect } from 'react';
import { useAppDispatch } from '@/app/store';
import { onReopened, subscribe } from '@/core/live';
import { orderMoved } from './api';

export function useOrderNews(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const moved = () => void dispatch(orderMoved());
    // Orders that moved during a cut were told to nobody: they are fetched anew when the socket is back.
    const stops = [subscribe('order-changed', moved), onReopened(moved)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [dispatch]);
}
