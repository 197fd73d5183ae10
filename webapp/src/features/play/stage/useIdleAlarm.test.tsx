import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderIn } from '@/test/render';
import { useIdleAlarm } from './useIdleAlarm';

const tones: number[] = [];
const closed = vi.fn();

class Sound {
  currentTime = 5;
  destination = {};
  createGain = () => ({ gain: { value: 1 }, connect: () => {} });
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: () => {},
    start: (at: number) => tones.push(at),
    stop: () => {},
  });
  close = () => {
    closed();
    return Promise.resolve();
  };
}

/** The test's browser has none. */
function notifications(permission: NotificationPermission) {
  const shown: [string, string | undefined][] = [];
  const ask = vi.fn(() => Promise.resolve(permission));
  class FakeNotification {
    static permission = permission;
    static requestPermission = ask;
    close = () => {};
    constructor(title: string, options?: NotificationOptions) {
      shown.push([title, options?.body]);
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
  return { shown, ask };
}

const activity = (isActive: boolean, hasBeenActive: boolean) =>
  Object.defineProperty(navigator, 'userActivation', { value: { isActive, hasBeenActive }, configurable: true });

function Page({ endsAt }: { endsAt: number | null }) {
  useIdleAlarm(endsAt, '主力-01');
  return null;
}

beforeEach(() => {
  tones.length = 0;
  closed.mockClear();
  vi.stubGlobal('AudioContext', Sound);
  activity(false, true);
  notifications('denied');
});

describe('a session about to end', () => {
  it('is heard twice, and no more once it goes on', async () => {
    const page = await renderIn(<Page endsAt={1} />);
    expect(tones).toHaveLength(2);
    expect(tones[0]).toBe(5);
    expect(tones[1]).toBeCloseTo(5.24);
    expect(closed).not.toHaveBeenCalled();
    page.unmount();
    expect(closed).toHaveBeenCalledOnce();
  });

  it('is not heard while nothing threatens, nor on a page that nobody touched', async () => {
    await renderIn(<Page endsAt={null} />);
    activity(false, false);
    await renderIn(<Page endsAt={1} />);
    expect(tones).toEqual([]);
  });

  it('is shown by the system where the page is hidden', async () => {
    const { shown } = notifications('granted');
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
    const seen = await renderIn(<Page endsAt={1} />);
    expect(shown).toEqual([]);
    seen.unmount();
    hidden.mockReturnValue(true);
    await renderIn(<Page endsAt={1} />);
    expect(shown.at(-1)).toEqual(['主力-01', '即将因无操作断开']);
  });

  it('may be shown once it was allowed, which is asked once, within a click', async () => {
    const { ask } = notifications('default');
    await renderIn(<Page endsAt={null} />);
    expect(ask).not.toHaveBeenCalled();
    activity(true, true);
    await renderIn(<Page endsAt={null} />);
    await renderIn(<Page endsAt={null} />);
    expect(ask).toHaveBeenCalledOnce();
  });
});
