// A receipt's lanes as plain values: their order, their counts, their words for the clipboard and a file.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { csvRow, formatClock } from '@/core/rules';

export type LaneState = 'failed' | 'running' | 'queued' | 'done' | 'cancelled';

export interface LaneAction {
  key: string;
  label: string;
  icon: LucideIcon;
  onRun: () => void;
}

/** One phone's part of a batch. */
export interface Lane {
  id: number;
  name: string;
  /** For people: the owl id. */
  code: string;
  picture?: ReactNode;
  state: LaneState;
  /** The steps of this operation, by name; one segment each. */
  steps: readonly string[];
  /** Steps that are over; the next is under way, or is the one that failed. */
  stepsDone: number;
  /** Present step, or why it failed, in words. */
  words: string;
  /** When it began, Unix ms; none while queued. */
  startedAt: number | null;
  /** When it ended. */
  endedAt: number | null;
  /** How long it usually takes, ms: fills the segment under way. */
  expectedMs?: number | null;
  /** How much of the segment under way is done, 0 to 1, where that is known. */
  share?: number | undefined;
  /** Retry, enter directly. */
  actions?: readonly LaneAction[];
  /** Content below the lane: each part of what was done. */
  details?: ReactNode;
}

export type LaneCounts = Record<LaneState, number>;

/** Order of lanes by state: those that need a person come first, those that are over last. */
const ORDER: Record<LaneState, number> = { failed: 0, running: 1, queued: 2, done: 3, cancelled: 4 };

export const sortLanes = (lanes: readonly Lane[]): Lane[] =>
  lanes
    .map((lane, at) => ({ lane, at }))
    .sort((a, b) => ORDER[a.lane.state] - ORDER[b.lane.state] || a.at - b.at)
    .map(({ lane }) => lane);

export function countLanes(lanes: readonly Lane[]): LaneCounts {
  const counts: LaneCounts = { failed: 0, running: 0, queued: 0, done: 0, cancelled: 0 };
  for (const { state } of lanes) counts[state] += 1;
  return counts;
}

/** How long a lane took, or takes so far; null before it began. */
export function laneMs(lane: Lane, now: number): number | null {
  return lane.startedAt === null ? null : Math.max(0, (lane.endedAt ?? now) - lane.startedAt);
}

/** How full the segment under way is, 0 to 1; a guess never reaches the end. */
export function laneFill(lane: Lane, now: number): number {
  const ms = laneMs(lane, now);
  if (ms === null) return 0;
  if (lane.share !== undefined) return Math.min(1, Math.max(0.02, lane.share));
  if (!lane.expectedMs) return 0.5;
  const share = (ms / lane.expectedMs) * lane.steps.length - lane.stepsDone;
  return Math.min(0.95, Math.max(0.08, share));
}

type Words = (state: LaneState) => string;

/** The receipt as lines of CSV: name, id, state, words, time. */
export function lanesCsv(lanes: readonly Lane[], heads: readonly string[], stateWords: Words, now: number): string {
  const rows = sortLanes(lanes).map((lane) => {
    const ms = laneMs(lane, now);
    return csvRow([lane.name, lane.code, stateWords(lane.state), lane.words, ms === null ? '' : formatClock(ms)]);
  });
  return [csvRow([...heads]), ...rows].join('\r\n');
}

/** The receipt as text, a line for each phone. */
export function lanesText(lanes: readonly Lane[], title: string, stateWords: Words): string {
  const lines = sortLanes(lanes).map(
    (lane) => `${lane.name} ${lane.code}  ${stateWords(lane.state)}${lane.words ? `  ${lane.words}` : ''}`,
  );
  return [title, ...lines].join('\n');
}
