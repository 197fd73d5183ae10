import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderIn } from '@/test/render';
import ScanCode from './ScanCode';

const CODE = '7QKM-2VXA-9HMT-P4XE-B3TN';

let seen: string[][] = [];
let spies: { mockRestore: () => void }[] = [];
const stopped = vi.fn();
const camera = vi.fn<() => Promise<unknown>>();

beforeEach(() => {
  stopped.mockReset();
  camera.mockReset().mockResolvedValue({ getTracks: () => [{ stop: stopped }] });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: camera } });
  // jsdom plays nothing and has no pictures.
  spies = [
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(),
    vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4),
  ];
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      detect = async () => (seen.shift() ?? []).map((rawValue) => ({ rawValue }));
    },
  );
});
afterEach(() => {
  for (const spy of spies) spy.mockRestore();
  vi.unstubAllGlobals();
});

it('looks until a redeem code is seen, hands it over once, and lets the camera go', async () => {
  seen = [[], ['short'], [CODE.toLowerCase()], [CODE]];
  const found = vi.fn();
  const page = await renderIn(<ScanCode onFound={found} onClose={() => {}} />);
  await waitFor(() => expect(found).toHaveBeenCalledExactlyOnceWith(CODE));
  expect(seen).toEqual([[CODE]]);
  expect(stopped).not.toHaveBeenCalled();
  page.unmount();
  expect(stopped).toHaveBeenCalledOnce();
});

it('says where the camera is refused', async () => {
  camera.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  const found = vi.fn();
  await renderIn(<ScanCode onFound={found} onClose={() => {}} />);
  expect(await screen.findByText('无法使用摄像头，请检查浏览器权限')).toBeVisible();
  expect(found).not.toHaveBeenCalled();
});
