// Actions on a member, in the list and on its page: each in a dialog that says what it will do.
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { MemberRow } from './api';

const UserDialog = lazyWithRetry(() => withWords(['auth', 'entry'], () => import('../users/UserDialog')), 'over');
const ResetDialog = lazyWithRetry(() => withWords(['auth', 'entry'], () => import('../users/ResetDialog')), 'over');
const OutDialog = lazyWithRetry(() => import('../users/OutDialog'), 'over');
const DisableDialog = lazyWithRetry(() => import('./DisableDialog'), 'over');
const ViewAsDialog = lazyWithRetry(() => import('./ViewAsDialog'), 'over');
const PointsDialog = lazyWithRetry(() => import('./PointsDialog'), 'over');

/** Member on whom an action is performed. */
export type Whom = Pick<MemberRow, 'memberId' | 'nickname' | 'userName' | 'phone' | 'phones' | 'points' | 'isOperator'>;

export interface MemberAction {
  what: 'change' | 'password' | 'disable' | 'delete' | 'points' | 'viewAs';
  whom: Whom;
}

export function MemberDialogs({ action: { what, whom }, onClose }: { action: MemberAction; onClose: () => void }) {
  switch (what) {
    case 'change':
      return <UserDialog userId={whom.memberId} onClose={onClose} />;
    case 'password':
      return <ResetDialog whom={whom} onClose={onClose} />;
    case 'disable':
      return <DisableDialog whom={whom} onClose={onClose} />;
    case 'delete':
      return <OutDialog whom={whom} onClose={onClose} />;
    case 'points':
      return <PointsDialog whom={whom} onClose={onClose} />;
    case 'viewAs':
      return <ViewAsDialog whom={whom} onClose={onClose} />;
  }
}
