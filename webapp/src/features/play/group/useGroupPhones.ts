// The phones of the group and what is known of them. One that is the member's no more stays, with what was known last: the group marks it.
import { useState } from 'react';
import type { CallFault } from '@/core/http';
import { type Page, type Phone, useListPhonesQuery } from '@/features/phones/api';

interface Phones {
  /** In the order of `ids`; undefined until the first answer. */
  phones: readonly Phone[] | undefined;
  /** How many of `ids` were nobody's or somebody else's from the first. */
  missing: number;
  /** Those that are the member's now. */
  mine: readonly number[];
  fault: CallFault | undefined;
  fetching: boolean;
  refetch: () => void;
}

const NOTHING: ReadonlyMap<number, Phone> = new Map();

/** `ids` must be the same as long as the caller stands. */
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
