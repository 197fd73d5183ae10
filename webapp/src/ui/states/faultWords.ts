// The words of a failed call: the server's own if it answered, else the table of codes, else what the browser knows.
import type { TFunction } from 'i18next';
import type { CallFault } from '@/core/http';
import { codeText } from '@/core/rules';

const texts = { 401: 'fault.code401', 403: 'fault.code403', 404: 'fault.code404' } as const;

export function faultWords(fault: CallFault, t: TFunction): string {
  if (fault.kind === 'network') return t('fault.network');
  if (fault.kind === 'code') return fault.message || codeText(fault.code) || t('fault.unknown');
  return t(texts[fault.code as keyof typeof texts] ?? 'fault.unknown');
}

/** The server was not reached. */
export const UNREACHED: CallFault = { kind: 'network', code: 0, message: '', requestId: '' };

/** Thrown value as a fault: a call's own, or one without words whose inside nobody is shown. */
export function asFault(error: unknown): CallFault {
  if (typeof error === 'object' && error !== null && 'kind' in error && 'requestId' in error) return error as CallFault;
  return { kind: 'format', code: 0, message: '', requestId: '' };
}
