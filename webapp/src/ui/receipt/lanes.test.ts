import { describe, expect, it } from 'vitest';
import { countLanes, type Lane, type LaneState, laneFill, laneMs, lanesCsv, lanesText, sortLanes } from './lanes';

const lane = (id: number, state: LaneState, more: Partial<Lane> = {}): Lane => ({
  id,
  name: `n${id}`,
  code: `OWL-${id}`,
  state,
  steps: ['look', 'act', 'boot'],
  stepsDone: 0,
  words: state,
  startedAt: 1000,
  endedAt: null,
  ...more,
});
const words = (state: LaneState) => state.toUpperCase();

describe('lanes', () => {
  const lanes = [lane(1, 'done'), lane(2, 'queued'), lane(3, 'failed'), lane(4, 'running'), lane(5, 'failed')];

  it('stand with what needs a person first, else in their order', () => {
    expect(sortLanes(lanes).map(({ id }) => id)).toEqual([3, 5, 4, 2, 1]);
    expect(lanes.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  });

  it('are counted by state', () => {
    expect(countLanes(lanes)).toEqual({ failed: 2, running: 1, queued: 1, done: 1, cancelled: 0 });
  });

  it('take time from their start to their end, or to now', () => {
    expect(laneMs(lane(1, 'queued', { startedAt: null }), 5000)).toBeNull();
    expect(laneMs(lane(1, 'running'), 5000)).toBe(4000);
    expect(laneMs(lane(1, 'done', { endedAt: 3000 }), 5000)).toBe(2000);
  });

  it('never seem to be over by time alone', () => {
    const running = lane(1, 'running', { expectedMs: 1000, stepsDone: 0 });
    expect(laneFill(running, 1_000_000)).toBeLessThan(1);
    expect(laneFill(running, 1000)).toBeGreaterThan(0);
  });

  it('are told as text and as a file', () => {
    expect(lanesText([lane(1, 'failed', { words: 'x' })], 'Reboot B-1', words)).toBe('Reboot B-1\nn1 OWL-1  FAILED  x');
    const csv = lanesCsv([lane(1, 'done', { endedAt: 131_000 })], ['a', 'b', 'c', 'd', 'e'], words, 0);
    expect(csv).toBe('a,b,c,d,e\r\nn1,OWL-1,DONE,done,2:10');
  });
});
