// The order of apps beside the phone that is played, and how many of them stand there before the rest is unfolded.
import type { App } from './api';
import type { AppAction } from './useAppAction';

/** Rows at least; those at which something happens come in any number. */
const HEAD = 6;

/** Something is done with it, it failed, it is in front, it runs, or it does nothing. */
function rank(app: App, action: AppAction | null): number {
  const [here] = app.phones;
  if (action?.package === app.package && (action.working || action.reason)) return action.working ? 0 : 1;
  if (here?.inFront) return 2;
  return here?.running ? 3 : IDLE;
}

const IDLE = 4;

export function headOf(apps: readonly App[], action: AppAction | null) {
  const ranked = apps.map((app) => ({ app, at: rank(app, action) })).sort((a, b) => a.at - b.at);
  const busy = ranked.filter(({ at }) => at < IDLE).length;
  // One row more takes no more room than the line that tells of it.
  const count = apps.length <= HEAD + 1 ? apps.length : Math.max(HEAD, busy);
  const sorted = ranked.map(({ app }) => app);
  return { head: sorted.slice(0, count), rest: sorted.slice(count) };
}
