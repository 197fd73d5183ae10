// Runs one action on one app of one phone and follows it to its end: a refusal by the phone is shown in the app's row.
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useBeginMutation, useGetReceiptQuery } from '@/features/operations/api';
import { useOperationNews } from '@/features/operations/useNews';
import { faultWords } from '@/ui/states/faultWords';
import type { AppKind } from './api';

export interface AppAction {
  package: string;
  working: boolean;
  /** Reason of the failure; empty while there is none. */
  reason: string;
}

export function useAppAction(phoneId: number) {
  const { t } = useTranslation();
  const [action, setAction] = useState<AppAction | null>(null);
  const [batchId, setBatchId] = useState<number | null>(null);
  const [ask] = useBeginMutation();
  useOperationNews();
  const { currentData } = useGetReceiptQuery(batchId ?? 0, { skip: batchId === null });
  const row = batchId === null ? undefined : currentData?.list[0];
  const over = row !== undefined && row.endTime !== null;
  const reason = row?.reason ?? '';
  useEffect(() => {
    if (!over) return;
    setAction((old) => old && { ...old, working: false, reason });
    setBatchId(null);
  }, [over, reason]);

  const begin = useCallback(
    async (kind: AppKind, name: string) => {
      setAction({ package: name, working: true, reason: '' });
      const { data, error } = await ask({ kind, phoneIds: [phoneId], packages: [name] });
      const refused = error ? faultWords(error as CallFault, t) : data?.list.find(({ code }) => code !== 0)?.msg;
      if (refused || !data) setAction({ package: name, working: false, reason: refused ?? '' });
      else setBatchId(data.batchId);
    },
    [ask, phoneId, t],
  );
  return { action, begin };
}
