import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
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
const show = () =>
  render(
    <AnnouncerProvider>
      <Bell />
    </AnnouncerProvider>,
  );

afterEach(async () => {
  // An import that is still under way would be the next test's, too.
  await vi.dynamicImportSettled();
  vi.doUnmock('./Notifiers');
});

it('what shows alerts is there before anybody asks: a network that is gone then keeps nothing back', async () => {
  const asked = vi.fn();
  vi.doMock('./Notifiers', async (original) => {
    asked();
    return original();
  });
  show();
  await waitFor(() => expect(asked).toHaveBeenCalled());
});

it.each(['the next announcement', 'the return of the network'])(
  'what could not be loaded is asked for again by %s',
  async (by) => {
    let online = false;
    let failures = 0;
    vi.resetModules();
    vi.doMock('./Notifiers', async (original) => {
      if (online) return original();
      failures += 1;
      throw new Error('offline');
    });
    show();
    await userEvent.click(screen.getByText('ring'));
    await waitFor(() => expect(failures).toBeGreaterThan(0));
    expect(screen.queryByText('heard')).toBeNull();
    online = true;
    vi.resetModules();
    // The failed load may still be on its way: it is asked until it is heard.
    await waitFor(() => {
      if (by === 'the return of the network') window.dispatchEvent(new Event('online'));
      else fireEvent.click(screen.getByText('ring'));
      expect(screen.queryAllByText('heard').length).toBeGreaterThan(0);
    }, EACH_TRY);
  },
);
