// Keeps receipts and their list up to date by the member socket, for as long as the caller is on the page.
import { useEffect } from 'react';
import { useAppDispatch } from '@/app/store';
import { onReopened, subscribe } from '@/core/live';
import { operationsMoved } from './api';

/** The steps of a batch come in bursts: what moves within this time is asked for once. */
const TOGETHER_MS = 250;

/** Calls `listener` with the batches that moved; returns how to stop. */
export function onOperationsMoved(listener: (batchIds: readonly number[]) => void): () => void {
  const moved = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = subscribe('operation-changed', ({ ids }) => {
    for (const id of ids) moved.add(id);
    timer ??= setTimeout(() => {
      timer = undefined;
      const batchIds = [...moved];
      moved.clear();
      listener(batchIds);
    }, TOGETHER_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

export function useOperationNews(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const stops = [
      onOperationsMoved((batchIds) => dispatch(operationsMoved(batchIds))),
      // Batches that moved during a cut were told to nobody.
      onReopened(() => dispatch(operationsMoved(null))),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [dispatch]);
}
