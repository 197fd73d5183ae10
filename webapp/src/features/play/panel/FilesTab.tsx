// Tab of the phone's files, whose code is loaded when the tab is first opened.
import { Suspense } from 'react';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { RowSkeletons } from '@/ui/states/Skeletons';

const Files = lazyWithRetry(() => withWords(['files'], () => import('../files/Files')));

export function FilesTab() {
  return (
    <Suspense fallback={<RowSkeletons count={6} />}>
      <Files />
    </Suspense>
  );
}
