// Tab of the phone's apps, whose code is loaded when the tab is first opened.
import { Suspense } from 'react';
import type { CloudFile } from '@/features/uploads/cloud/api';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { usePlayContext } from '../PlayContext';
import { useAskPush } from '../push/PushHere';

const PhoneApps = lazyWithRetry(() =>
  withWords(['apps', 'operations', 'uploads'], () => import('@/features/apps/PhoneApps')),
);

export function AppsTab() {
  const { phoneId, phone } = usePlayContext();
  const ask = useAskPush();
  return (
    <Suspense fallback={<RowSkeletons count={6} />}>
      <PhoneApps
        phoneId={phoneId}
        onInstall={ask && ((cloud?: CloudFile, to?: 'others') => ask([], cloud, to))}
        arriving={phone?.operation?.kind === 'installApp' ? phone.operation.batchId : null}
      />
    </Suspense>
  );
}
