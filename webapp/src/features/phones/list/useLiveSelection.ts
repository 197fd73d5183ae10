// Keeps the selection current: a selected phone may disappear, as when a grant ends or a phone is given up. Selected phones outside the page
// are polled as often as the list, and a phone that the member no longer sees leaves the selection.
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '@/ui/announce/Toasts';
import type { Selection } from '@/ui/batch/useSelection';
import { withPresentData } from '../actions/PhoneActions';
import { type Phone, useListPhonesQuery } from '../api';
import { idOf } from './PhoneTable';
import { POLL_MS } from './usePhonesPage';

const NAMED_MAX = 3;

interface LiveSelection {
  /** Selected phones, with the data of the server's last answer. */
  rows: readonly Phone[];
  /** Words that name the phones which left the selection, until the selection changes. */
  left: string;
}

/** `shown` are the phones of the page; undefined while the page is loading. */
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
    rows: withPresentData(selection.rows, [...(shown ?? []), ...(currentData?.list ?? [])]),
    left: told.ids === selection.rows.map(idOf).join() ? told.words : '',
  };
}
