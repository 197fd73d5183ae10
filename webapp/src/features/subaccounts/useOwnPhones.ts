// Phones of the member for a dialog that gives them, each with what a sub-account may do with it.

import { useEffect, useState } from 'react';
import { CommonLimits } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { allPages } from '@/ui/list/allPages';
import { type SubPhone, useLazyListSubPhonesQuery } from './api';

/** Phones that a dialog offers. */
const OFFERED_MAX = 2000;

export interface OwnPhones {
  /** Null until they are there. */
  phones: readonly SubPhone[] | null;
  fault: CallFault | null;
  retry: () => void;
}

/** `memberId` null: a number that is only invited has none. */
export function useOwnPhones(memberId: number | null): OwnPhones {
  const [ask] = useLazyListSubPhonesQuery();
  const [phones, setPhones] = useState<readonly SubPhone[] | null>(null);
  const [fault, setFault] = useState<CallFault | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    let gone = false;
    setFault(null);
    const page = async (pageNo: number) => {
      const whose = memberId === null ? {} : { memberId };
      const { data, error } = await ask({ ...whose, pageNo, pageSize: CommonLimits.pageSizeMax });
      if (!data && !gone) setFault(error as CallFault);
      return data ?? null;
    };
    void allPages(page, CommonLimits.pageSizeMax, OFFERED_MAX).then((all) => {
      if (all && !gone) setPhones(all.rows);
    });
    return () => {
      gone = true;
    };
  }, [ask, memberId, round]);
  return { phones, fault, retry: () => setRound(round + 1) };
}
