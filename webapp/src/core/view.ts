// The last word about a console that an operator sees: said on the way out of the page, where no answer is waited for.
import { addressOf, commonHeaders } from './http';
import { getView, operatorToken } from './session';

/** Tells the server that the view is over. One that the server does not hear of ends by its time, and nobody has its token any more. */
export function endViewUnheard(): void {
  const view = getView();
  if (!view) return;
  const [method, address] = addressOf({ operation: 'end_view_as' });
  const headers = { ...commonHeaders(operatorToken()), 'Content-Type': 'application/json' };
  const body = JSON.stringify({ viewId: view.viewId });
  void fetch(address, { method, headers, body, keepalive: true, credentials: 'same-origin' }).catch(() => {});
}
