// The member's own phones for renewing: pages for the picker, those that end soonest first, and what was pasted.

import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CommonLimits } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { useLazyListPhonesQuery } from '@/features/phones/api';
import type { PickAnswer, PickQuestion } from '@/ui/pick/PhonePicker';
import type { Shelf } from '../api';
import { type RenewPhone, renewable, SOON_MS } from './renewal';

const soonest = { sortType: 2, sortOrder: 'asc', relation: 'own' } as const;

export function useOwnPhones(shelf: Shelf, now: number) {
  const { t } = useTranslation();
  const [list] = useLazyListPhonesQuery();
  const at = useRef({ shelf, now, notSold: '' });
  at.current = { shelf, now, notSold: t('renew.notSold') };

  const ask = useCallback(
    async (body: Parameters<typeof list>[0]) => {
      const { data, error } = await list(body);
      if (error || !data) return { fault: error as CallFault };
      const { shelf: sold, now: then, notSold } = at.current;
      const own = data.list.filter(({ level }) => level === 'owner');
      return {
        rows: own.map((phone) => renewable(phone, sold, then, notSold)),
        total: data.total,
        notFound: data.notFound,
      };
    },
    [list],
  );

  const source = useCallback(
    ({ keyword, pageNo, pageSize }: PickQuestion): Promise<PickAnswer<RenewPhone>> =>
      ask({ ...soonest, keyword, pageNo, pageSize }),
    [ask],
  );
  /** Those that were named in the address, else those that end soon. */
  const atFirst = useCallback(
    async (ids: readonly number[]): Promise<RenewPhone[]> => {
      const answer = await ask(
        ids.length > 0 ? { phoneIds: [...ids] } : { ...soonest, pageNo: 1, pageSize: CommonLimits.pageSizeMax },
      );
      const free = (answer.rows ?? []).filter(({ blocked }) => !blocked);
      return ids.length > 0 ? free : free.filter(({ expireTime }) => expireTime <= at.current.now + SOON_MS);
    },
    [ask],
  );
  const pasted = useCallback(
    (keyword: string) => ask({ ...soonest, keyword, pageNo: 1, pageSize: CommonLimits.pageSizeMax }),
    [ask],
  );
  return { source, atFirst, pasted };
}
