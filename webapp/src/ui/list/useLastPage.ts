// A page that is no more gives way to the last that there is: its rows went elsewhere while it was looked at, or its address is old.
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Codec, Paging } from './urlState';

interface ListAnswer {
  /** Undefined until the list's answer is there. */
  rows: readonly unknown[] | undefined;
  total: number;
}

/** Whether the page of `state` is no more; the last one is then on its way. `home`: the list's path, for a kept page that another hides. */
export function useLastPage<S extends Paging>(
  home: string,
  codec: Codec<S>,
  state: S,
  { rows, total }: ListAnswer,
): boolean {
  const isHere = useLocation().pathname === home;
  const [, setQuery] = useSearchParams();
  const pageNo = rows?.length === 0 ? Math.ceil(total / state.pageSize) : 0;
  const isGone = pageNo > 0 && pageNo < state.pageNo;
  useEffect(() => {
    if (isGone && isHere) setQuery((old) => codec.write({ ...codec.read(old), pageNo }), { replace: true });
  }, [isGone, isHere, pageNo, setQuery, codec]);
  return isGone;
}
