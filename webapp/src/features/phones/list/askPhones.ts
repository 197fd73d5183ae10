// Prefetches the list's phones while its page is still loading.
import { store } from '@/app/store';
import { listPhones } from '../api';
import { listBody, listStateCodec } from './listState';

/** Sends the query that the list will read from this address. A cached answer is not asked for again. */
export function askPhones(search: string): void {
  const state = listStateCodec().read(new URLSearchParams(search));
  void store.dispatch(listPhones.initiate(listBody(state), { subscribe: false }));
}
