// Opens the group's socket and reduces its events. Leaving the page, other phones or another master close it, and nobody follows then.
import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { getAccessToken, refreshAccessToken } from '@/core/session';
import { type GroupHandle, openGroup } from '@/core/stream';
import { afterNews, fresh, type GroupNews, type GroupState } from './groupState';

export interface Group {
  state: GroupState;
  /** Handle for the small pictures; null before the group is open. */
  handle: GroupHandle | null;
  /** Stable reference to the handle, for inputs at any time. */
  current: RefObject<GroupHandle | null>;
  /** Ids of the phones that the member has excluded. */
  excluded: ReadonlySet<number>;
  /** Includes phones or excludes them. A phone that should follow and does not is asked again. Stable. */
  follow: (phoneIds: readonly number[], on: boolean) => void;
  /** Opens the socket again. Stable. */
  reopen: () => void;
}

const NOBODY: ReadonlySet<number> = new Set();

const reduce = (state: GroupState, { news, nowMs }: { news: GroupNews; nowMs: number }): GroupState =>
  afterNews(state, news, nowMs);

/** Opens a group of all `ids`, the master among them. */
export function useGroup(ids: readonly number[], master: number): Group {
  const current = useRef<GroupHandle | null>(null);
  const [handle, setHandle] = useState<GroupHandle | null>(null);
  const [state, dispatch] = useReducer(reduce, fresh);
  const [attempt, setAttempt] = useState(0);
  const [excluded, setExcluded] = useState(NOBODY);
  const left = useRef(excluded);
  left.current = excluded;

  const set = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is the wish to open again.
  useEffect(() => {
    const notify = (news: GroupNews) => dispatch({ news, nowMs: Date.now() });
    notify({ type: 'opened' });
    const opened = openGroup({
      getAccessToken,
      refreshAccessToken,
      master,
      onFollowers: (changed) => notify({ type: 'followers', changed }),
      onIdleWarning: (seconds) => notify({ type: 'idle', seconds }),
      onEnded: (reason, detail) => notify({ type: 'over', over: { kind: 'ended', reason, detail } }),
      onRefused: (code, message) => notify({ type: 'over', over: { kind: 'refused', code, message } }),
    });
    const phoneIds = set.split(',').map(Number);
    opened.setPhones(phoneIds);
    for (const phoneId of phoneIds) {
      if (phoneId !== master && !left.current.has(phoneId)) opened.include(phoneId);
    }
    current.current = opened;
    setHandle(opened);
    return () => {
      current.current = null;
      setHandle(null);
      opened.close();
    };
  }, [set, master, attempt]);

  const follow = useCallback((phoneIds: readonly number[], on: boolean) => {
    setExcluded((old) => {
      const next = new Set(old);
      for (const phoneId of phoneIds) {
        if (on) next.delete(phoneId);
        else next.add(phoneId);
      }
      return next;
    });
    for (const phoneId of phoneIds) {
      if (on) current.current?.include(phoneId);
      else current.current?.exclude(phoneId);
    }
  }, []);
  const reopen = useCallback(() => setAttempt((n) => n + 1), []);

  return { state, handle, current, excluded, follow, reopen };
}
