// Reports a failed session to the server, for the operators. By the rules an end that the member caused, or was told of in words, is no failure.
import { useEffect } from 'react';
import { ask, call } from '@/core/api';
import { endView } from '@/core/rules';
import type { PlayState } from './playState';

const WORDS_MAX = 300;

export function useReport(phoneId: number, { over, stats }: PlayState): void {
  const decoder = stats.at(-1)?.decoder ?? 'none';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a session is over once; what came before is told with it.
  useEffect(() => {
    if (over?.kind !== 'ended') return;
    const { name: reason, failure } = endView(over.reason, over.detail);
    if (!failure) return;
    const words = `${decoder}; ${navigator.userAgent}`.slice(0, WORDS_MAX);
    // A report that does not arrive changes nothing for the member.
    void call(ask('report_session_error', { phoneId, reason, detail: over.detail, words }, { quiet: true })).catch(
      () => {},
    );
  }, [over]);
}
