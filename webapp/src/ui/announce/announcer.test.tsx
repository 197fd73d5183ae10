import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { AnnouncerProvider, useAlerts } from './Announcer';

/** Between two tries to be heard: each may load the module. */
const EACH_TRY = { interval: 500 };

function Bell() {
  const alerts = useAlerts();
  return (
    <button type="button" onClick={() => alerts.warning({ title: 'heard' })}>
      ring
    </button>
  );
}
const loadModule = () => import('./Notifiers');
const show = (load: typeof loadModule) =>
  render(
    <AnnouncerProvider loadModule={load}>
      <Bell />
    </AnnouncerProvider>,
  );

it('what shows alerts is there before anybody asks: a network that is gone then keeps nothing back', async () => {
  const load = vi.fn(loadModule);
  show(load);
  await waitFor(() => expect(load).toHaveBeenCalled());
});

it.each(['the next announcement', 'the return of the network'])(
  'what could not be loaded is asked for again by %s',
  async (by) => {
    let online = false;
    const load = vi.fn(async () => {
      if (online) return loadModule();
      throw new Error('offline');
    });
    show(load);
    await userEvent.click(screen.getByText('ring'));
    await waitFor(() => expect(load).toHaveBeenCalled());
    expect(screen.queryByText('heard')).toBeNull();
    online = true;
    // The failed load may still be on its way: it is asked until it is heard.
    await waitFor(() => {
      if (by === 'the return of the network') window.dispatchEvent(new Event('online'));
      else fireEvent.click(screen.getByText('ring'));
      expect(screen.queryAllByText('heard').length).toBeGreaterThan(0);
    }, EACH_TRY);
  },
);
