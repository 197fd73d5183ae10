// An operator sees the console as a member sees it: into the member's console, and back to the member's page.
import { paths } from '@/app/paths';
import { router } from '@/app/router';
import { ask, call } from '@/core/api';
import { beginView, getView, leaveView, type View } from '@/core/session';

/** Shows the member's console with the token that reads it, in the place of the member's page: the way back from that stays as it was. */
export async function enterView(view: View, token: string): Promise<void> {
  beginView(view, token);
  await router.navigate(paths.home, { replace: true });
}

/** Ends the view and goes back to the member's page in the operator's own session. */
export async function exitView(view: View): Promise<void> {
  if (getView()?.viewId !== view.viewId) return;
  const { status } = await leaveView();
  // A view that is over already is none to end.
  if (status === 'renewed') void call(ask('end_view_as', { viewId: view.viewId }, { quiet: true })).catch(() => {});
  await router.navigate(paths.member(view.memberId), { replace: true });
}
