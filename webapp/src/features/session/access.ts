// Rights of the signed-in member: the pages that the server permits and this console knows. A session without any of them is ended.
import i18next from 'i18next';
import { type Access, readRouters } from '@/app/permitted';
import { type CallFault, Code } from '@/core/http';
import { showFault } from '@/core/notify';
import { endSession, isSignedIn } from '@/core/session';
import { askAccess } from './askAccess';

/**
 * The permitted pages and whether another password is to be chosen before any is opened, or null when the session could not be set up: it is then over and the member has been told.
 * Throws a `CallFault` when the server was not reached, so that the page can offer to try again.
 */
export async function loadAccess(): Promise<(Access & { mustChange: boolean }) | null> {
  const { info, routers } = await askAccess();
  const error = (info.error ?? routers?.error) as CallFault | undefined;
  if (!error) {
    const access = readRouters(routers?.data);
    if (access.routes.length > 0) return { ...access, mustChange: info.data?.user.mustChangePassword === true };
  }
  // The refresh failed and ended the session: the member was told by that.
  if (!isSignedIn()) return null;
  if (error && error.kind !== 'code') throw error;
  endSession('left');
  showFault(error ?? { kind: 'code', code: Code.fault, message: i18next.t('fault.routes'), requestId: '' });
  return null;
}
