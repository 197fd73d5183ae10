// The words of a failed call: the server's own if it answered, else what the browser knows.
import type { TFunction } from 'i18next';
import type { CallFault } from '@/core/http';

const texts = { 401: 'fault.code401', 403: 'fault.code403', 404: 'fault.code404' } as const;

export function faultWords(fault: CallFault, t: TFunction): string {
  if (fault.kind === 'network') return t('fault.network');
  if (fault.kind === 'code' && fault.message) return fault.message;
  return t(texts[fault.code as keyof typeof texts] ?? 'fault.unknown');
}
