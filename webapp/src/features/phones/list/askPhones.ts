// Asks for the list's phones before its page is drawn: the answer is on its way meanwhile.
import { store } from '@/app/store';
import { listPhones } from '../api';
import { listBody, listStateCodec } from './listState';

/** The question that the list will find in this address. What has been answered is not asked for again. */
export function askPhones(search: string): void {
  const state = listStateCodec().read(new URLSearchParams(search));
  void store.dispatch(listPhones.initiate(listBody(state), { subscribe: false }));
}
