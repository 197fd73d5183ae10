// Ends an operator's view of a member's console while the page is being left, without waiting for an answer.
import { addressOf, commonHeaders } from './http';
import { getView, operatorToken } from './session';

/** Tells the server that the view is over. If the call is lost, the view ends at its time limit; its token is gone with the page. */
export function endViewUnheard(): void {
  const view = getView();
  if (!view) return;
  const [method, address] = addressOf({ operation: 'end_view_as' });
  const headers = { ...commonHeaders(operatorToken()), 'Content-Type': 'application/json' };
  const body = JSON.stringify({ viewId: view.viewId });
  void fetch(address, { method, headers, body, keepalive: true, credentials: 'same-origin' }).catch(() => {});
}
