// A receipt of the server as the lanes of the receipt's drawer.
import type { TFunction } from 'i18next';
import { Ban, LogIn, PencilLine, Replace, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatBytes, formatDuration } from '@/core/rules';
import type { Lane, LaneAction } from '@/ui/receipt/lanes';
import type { Receipt, ReceiptRow } from './api';

export interface LaneActions {
  picture: (phoneId: number) => ReactNode;
  onRetry: (phoneId: number) => void;
  onEnter: (phoneId: number) => void;
  /** View of the new identity as the phone reports it. */
  readBack: (fields: NonNullable<ReceiptRow['renewed']>['fields']) => ReactNode;
  /** Gives up a replacement with data whose backup or migration failed. */
  onGiveUp: (phoneId: number) => void;
  /** Sends again a file whose name another one has there. */
  onExisting: (phoneId: number, existing: 'rename' | 'replace') => void;
}

export function lanesOf({ steps, list, skewMs }: Receipt, actions: LaneActions, t: TFunction): Lane[] {
  // The lane's clock is the browser's.
  const here = (ms: number | null) => (ms === null ? null : ms - skewMs);
  return list.map((row) => ({
    id: row.phoneId,
    name: row.phoneAlias || row.owlId || t('operations.gone'),
    code: row.owlId ?? '',
    picture: actions.picture(row.replacement?.phoneId ?? row.phoneId),
    state: row.state,
    steps: steps.map((step) => step.name),
    stepsDone: row.state === 'done' ? steps.length : stepIndex(steps, row),
    words: wordsOf(row, steps, t),
    startedAt: here(row.startTime),
    endedAt: here(row.endTime),
    expectedMs: row.expectedMs,
    share: sendsNow(row) ? row.sent.bytes / Math.max(1, row.sent.total) : undefined,
    actions: row.state === 'failed' ? actionsOf(row, actions, t) : [],
    details: row.renewed?.fields.length ? actions.readBack(row.renewed.fields) : undefined,
  }));
}

/** Bytes are on their way to it. */
const sendsNow = (row: ReceiptRow): row is ReceiptRow & { sent: NonNullable<ReceiptRow['sent']> } =>
  row.state === 'running' && MOVES.has(row.step ?? '') && row.sent !== null;

/** The steps in which bytes move. */
const MOVES: ReadonlySet<string> = new Set(['send', 'backUp', 'migrate']);

const stepIndex = (steps: Receipt['steps'], row: ReceiptRow): number =>
  Math.max(
    0,
    steps.findIndex(({ step }) => step === row.step),
  );

function wordsOf(row: ReceiptRow, steps: Receipt['steps'], t: TFunction): string {
  switch (row.state) {
    case 'failed':
      return row.reason;
    case 'running': {
      const step = steps.find(({ step }) => step === row.step)?.name;
      if (!step) return t('operations.running');
      if (sendsNow(row)) {
        const { bytes, total, file } = row.sent;
        const values = { step, sent: formatBytes(bytes), total: formatBytes(total) };
        if (row.step !== 'send') {
          return t('operations.copied', { ...values, percent: Math.floor((bytes / Math.max(1, total)) * 100) });
        }
        return file ? t('operations.sentFile', { ...values, file }) : t('operations.sent', values);
      }
      return t('operations.step', { step, time: formatDuration(row.expectedMs) });
    }
    case 'queued':
      return t('operations.queued');
    case 'done': {
      const { replacement, renewed } = row;
      if (renewed) return renewedWords(renewed, t);
      if (!replacement) return t('operations.done');
      return replacement.wipeNo === null
        ? t('operations.replacing', { owlId: replacement.owlId })
        : t('operations.replaced', { owlId: replacement.owlId, wipeNo: replacement.wipeNo });
    }
    case 'cancelled':
      return t(row.sent ? 'operations.stopped' : 'operations.cancelled');
  }
}

function renewedWords({ brand, name, fields }: NonNullable<ReceiptRow['renewed']>, t: TFunction): string {
  const applied = fields.filter((field) => field.applied).length;
  const values = { brand, name, applied, rest: fields.length - applied };
  return t(values.rest === 0 ? 'operations.renewed' : 'operations.renewedPartly', values);
}

function actionsOf(row: ReceiptRow, actions: LaneActions, t: TFunction): LaneAction[] {
  const retry: LaneAction = {
    key: 'retry',
    label: t('operations.retry'),
    icon: RotateCcw,
    onRun: () => actions.onRetry(row.phoneId),
  };
  const enter: LaneAction = {
    key: 'enter',
    label: t('operations.enterDirectly'),
    icon: LogIn,
    onRun: () => actions.onEnter(row.phoneId),
  };
  const existing = (['rename', 'replace'] as const).map(
    (way): LaneAction => ({
      key: way,
      label: t(`operations.${way}File`),
      icon: way === 'rename' ? PencilLine : Replace,
      onRun: () => actions.onExisting(row.phoneId, way),
    }),
  );
  const giveUp: LaneAction = {
    key: 'giveUp',
    label: t('operations.giveUp'),
    icon: Ban,
    onRun: () => actions.onGiveUp(row.phoneId),
  };
  return [
    ...(row.retryable ? [retry] : []),
    ...(row.nameTaken ? existing : []),
    ...(row.enterable ? [enter] : []),
    ...(row.mayGiveUp ? [giveUp] : []),
  ];
}
