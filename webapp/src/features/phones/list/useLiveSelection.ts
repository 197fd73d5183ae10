// Selected phones may go while they are selected: a grant ends, a phone is given up. What is not shown is asked for as often as the list
// is, and what the member does not see any more leaves the selection.
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '@/ui/announce/Toasts';
import type { Selection } from '@/ui/batch/useSelection';
import { freshened } from '../actions/PhoneActions';
import { type Phone, useListPhonesQuery } from '../api';
import { idOf } from './PhoneTable';
import { POLL_MS } from './usePhonesPage';

const NAMED_MAX = 3;

interface LiveSelection {
  /** What is selected, as the server told of it last. */
  rows: readonly Phone[];
  /** Which phones left it, in words, until something else is selected. */
  left: string;
}

/** `shown`: the phones of the page; nothing while they are being asked for. */
export function useLiveSelection(selection: Selection<Phone>, shown: readonly Phone[] | undefined): LiveSelection {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [told, setTold] = useState({ ids: '', words: '' });
  const known = new Set((shown ?? []).map(idOf));
  const away = shown ? selection.rows.map(idOf).filter((id) => !known.has(id)) : [];
  const { currentData } = useListPhonesQuery(away.length > 0 ? { phoneIds: away } : skipToken, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
  });

  useEffect(() => {
    if (!currentData || away.length === 0) return;
    const there = new Set(currentData.list.map(idOf));
    const gone = selection.rows.filter((phone) => !known.has(idOf(phone)) && !there.has(idOf(phone)));
    if (gone.length === 0) return;
    const named = gone.slice(0, NAMED_MAX).map((phone) => phone.phoneAlias || phone.owlId);
    const names = named.join(t('actions.comma'));
    const words = t(gone.length > named.length ? 'list.leftMany' : 'list.left', { count: gone.length, names });
    selection.setAll(gone, false);
    const ids = selection.rows.filter((phone) => !gone.includes(phone)).map(idOf);
    if (ids.length === 0) toasts.noted(words);
    setTold({ ids: ids.join(), words });
  });

  return {
    rows: freshened(selection.rows, [...(shown ?? []), ...(currentData?.list ?? [])]),
    left: told.ids === selection.rows.map(idOf).join() ? told.words : '',
  };
}
