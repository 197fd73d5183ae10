// Data of the group's phones. A phone that is no longer the member's stays, with its last data: the group marks it.
import { useState } from 'react';
import type { CallFault } from '@/core/http';
import { type Page, type Phone, useListPhonesQuery } from '@/features/phones/api';

interface Phones {
  /** Phones in the order of `ids`; undefined until the first answer. */
  phones: readonly Phone[] | undefined;
  /** Number of `ids` that never were the member's since the page opened. */
  missing: number;
  /** Ids of the phones that are the member's now. */
  mine: readonly number[];
  fault: CallFault | undefined;
  fetching: boolean;
  refetch: () => void;
}

const NOTHING: ReadonlyMap<number, Phone> = new Map();

/** Asks for the phones of `ids`, which must not change while the caller is mounted. */
export function useGroupPhones(ids: readonly number[]): Phones {
  const { currentData, error, isFetching, refetch } = useListPhonesQuery(
    { phoneIds: [...ids] },
    { refetchOnMountOrArgChange: true, refetchOnReconnect: true },
  );
  const [known, setKnown] = useState(NOTHING);
  const [seen, setSeen] = useState<Page>();
  if (currentData && currentData !== seen) {
    setSeen(currentData);
    setKnown(new Map([...known, ...currentData.list.map((phone) => [phone.phoneId, phone] as const)]));
  }
  const phones = ids.flatMap((id) => known.get(id) ?? []);
  return {
    phones: seen ? phones : undefined,
    missing: ids.length - phones.length,
    mine: (currentData ?? seen)?.list.map(({ phoneId }) => phoneId) ?? [],
    fault: seen ? undefined : (error as CallFault | undefined),
    fetching: isFetching,
    refetch,
  };
}
