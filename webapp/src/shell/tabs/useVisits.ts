// Tells the tabs bar which views are visited.
import { useEffect, useLayoutEffect } from 'react';
import type { Location } from 'react-router';
import type { Access, PermittedRoute } from '@/app/permitted';
import { useAppDispatch } from '@/app/store';
import { tabsStarted, viewVisited } from '../slice';

export function useVisits(access: Access, route: PermittedRoute | undefined, { search, hash }: Location): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (access.routes.length === 0) return;
    const pinned = access.routes.filter((each) => each.pinned).map(({ path }) => path);
    dispatch(tabsStarted({ pinned, permitted: access.routes.map(({ path }) => path) }));
  }, [access, dispatch]);
  const [path, pinned] = [route?.path, route?.pinned === true];
  // Before the page's own effects, which may name the tab.
  useLayoutEffect(() => {
    if (path !== undefined) dispatch(viewVisited({ path, search, hash, pinned }));
  }, [path, search, hash, pinned, dispatch]);
}
