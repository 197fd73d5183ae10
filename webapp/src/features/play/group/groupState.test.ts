import { describe, expect, it } from 'vitest';
import type { Follower } from '@/core/stream';
import { afterNews, endOf, fresh, type GroupNews } from './groupState';

const NOW = 1_700_000_000_000;
const stateAfter = (...news: GroupNews[]) => news.reduce((state, each) => afterNews(state, each, NOW), fresh);
const follower = (phoneId: number, lagMs: number): Follower => ({
  phoneId,
  state: 'follows',
  detail: 0,
  lagMs,
  leftOut: false,
  landscape: false,
});

describe('a group', () => {
  it('knows of each phone what was said last', () => {
    const { followers } = stateAfter(
      { type: 'followers', changed: [follower(1, 10), follower(2, 20)] },
      { type: 'followers', changed: [follower(1, 30)] },
    );
    expect([...followers.values()].map(({ phoneId, lagMs }) => [phoneId, lagMs])).toEqual([
      [1, 30],
      [2, 20],
    ]);
  });

  it('counts an idle warning down from its arrival, and takes it back', () => {
    expect(stateAfter({ type: 'idle', seconds: 60 }).idleEndsAt).toBe(NOW + 60_000);
    expect(stateAfter({ type: 'idle', seconds: 60 }, { type: 'idle', seconds: 0 }).idleEndsAt).toBeNull();
  });

  it('that is over has nobody who follows, stays over, and begins afresh when it is opened', () => {
    const over = { kind: 'ended', reason: 'idle', detail: 30 } as const;
    const news: GroupNews[] = [
      { type: 'followers', changed: [follower(1, 10)] },
      { type: 'idle', seconds: 60 },
      { type: 'over', over },
      { type: 'followers', changed: [follower(2, 10)] },
    ];
    expect(stateAfter(...news)).toEqual({ followers: new Map(), idleEndsAt: null, over });
    expect(stateAfter(...news, { type: 'opened' })).toEqual(fresh);
  });

  it('says why it ended, by the name of the reason', () => {
    expect(endOf('idle', 30)?.text).toContain('30');
    expect(endOf('signedOut', 0)?.next).toBe('signIn');
    expect(endOf('nobody knows', 0)).toBeUndefined();
  });
});
