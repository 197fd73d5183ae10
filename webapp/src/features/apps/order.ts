// Order of the apps beside the phone that is played, and the number of rows before the rest is unfolded.
import type { App } from './api';
import type { AppAction } from './useAppAction';

/** Rows that are always shown; rows with an action under way are shown beyond this number. */
const HEAD = 6;

/** Rank of an app: 0 its action is under way, 1 its action failed, 2 it is in front, 3 it runs, else idle. */
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
  // A single further row takes no more room than the button that would unfold it.
  const count = apps.length <= HEAD + 1 ? apps.length : Math.max(HEAD, busy);
  const sorted = ranked.map(({ app }) => app);
  return { head: sorted.slice(0, count), rest: sorted.slice(count) };
}
