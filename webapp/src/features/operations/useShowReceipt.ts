// Opens a receipt: it stands beside the list, and the list's address names it. The list's filters stay.
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { BASE, paths } from '@/app/paths';

/** The list's address with this receipt open; `here` is the address the member is at. */
export function receiptAddress(batchId: number, here: { pathname: string; search: string }): string {
  const atList = here.pathname === `${BASE}${paths.home}`;
  const query = new URLSearchParams(atList ? here.search : '');
  query.set('receipt', String(batchId));
  return `${paths.home}?${query}`;
}

export function useShowReceipt(): (batchId: number) => void {
  const navigate = useNavigate();
  // A toast is clicked long after it was made: the address is read then.
  return useCallback((batchId) => void navigate(receiptAddress(batchId, window.location)), [navigate]);
}
