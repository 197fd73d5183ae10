import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const FRAMES = 960;

/** A message of sound: header, then what follows it. */
function message(opus: boolean, body: Uint8Array): ArrayBuffer {
  const bytes = new Uint8Array(20 + body.length);
  bytes.set([1, 3, opus ? 1 : 0]);
  bytes.set(body, 20);
  return bytes.buffer;
}

/** The browser's decoder as far as an ear sees it: each packet is one frame as loud as its first byte says. */
class FakeDecoder {
  static supported = true;
  static isConfigSupported = async () => ({ supported: FakeDecoder.supported });
  state = 'unconfigured';
  decodeQueueSize = 0;
  constructor(private readonly init: { output: (sound: unknown) => void; error: () => void }) {}
  configure() {
    this.state = 'configured';
  }
  close() {
    this.state = 'closed';
  }
  decode({ timestamp, data }: { timestamp: number; data: Uint8Array }) {
    const [loudness = 0] = data;
    if (loudness === 255) {
      this.close();
      this.init.error();
      return;
    }
    this.init.output({
      timestamp,
      numberOfFrames: FRAMES,
      numberOfChannels: 2,
      copyTo: (to: Float32Array, { planeIndex }: { planeIndex: number }) =>
        to.fill((planeIndex ? -1 : 1) * (loudness / 100)),
      close: () => {},
    });
  }
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('EncodedAudioChunk', function chunk(init: object) {
    return init;
  });
});
afterEach(() => vi.unstubAllGlobals());

async function ear() {
  const { Ear, playsOpus } = await import('./ear');
  const [passed, failed] = [vi.fn(), vi.fn()];
  const port = { postMessage: passed, close: vi.fn() } as unknown as MessagePort;
  return { ear: new Ear(port, failed), passed, failed, playsOpus };
}

describe('an ear', () => {
  it('passes samples on as they came', async () => {
    const { ear: one, passed } = await ear();
    one.take(message(false, new Uint8Array(new Int16Array([1, -1, 2, -2]).buffer)), 40);
    const [{ samples, ageMs }] = passed.mock.calls[0] as [{ samples: Int16Array; ageMs: number }];
    expect([...samples]).toEqual([1, -1, 2, -2]);
    expect(ageMs).toBe(40);
  });

  it('decodes opus, keeps its time, and is silent in silence', async () => {
    vi.stubGlobal('AudioDecoder', FakeDecoder);
    const { ear: one, passed, playsOpus } = await ear();
    expect(await playsOpus()).toBe(true);
    one.take(message(true, new Uint8Array([0, 9])), 40);
    expect(passed).not.toHaveBeenCalled();
    one.take(message(true, new Uint8Array([50, 9])), 40);
    const [{ samples, ageMs }] = passed.mock.calls[0] as [{ samples: Int16Array; ageMs: number }];
    expect(samples.length).toBe(FRAMES * 2);
    expect([...samples.slice(0, 4)]).toEqual([16_384, -16_384, 16_384, -16_384]);
    expect(ageMs).toBeGreaterThanOrEqual(39);
    expect(ageMs).toBeLessThan(1_000);
  });

  it('says once that opus cannot be decoded after all, and takes samples then', async () => {
    vi.stubGlobal('AudioDecoder', FakeDecoder);
    const { ear: one, passed, failed } = await ear();
    one.take(message(true, new Uint8Array([255])), 40);
    one.take(message(true, new Uint8Array([50])), 40);
    expect(failed).toHaveBeenCalledOnce();
    expect(passed).not.toHaveBeenCalled();
    one.take(message(false, new Uint8Array(4).fill(1)), 40);
    expect(passed).toHaveBeenCalledOnce();
  });

  it('asks for samples where the browser decodes no opus', async () => {
    const { playsOpus } = await ear();
    expect(await playsOpus()).toBe(false);
    vi.resetModules();
    FakeDecoder.supported = false;
    vi.stubGlobal('AudioDecoder', FakeDecoder);
    expect(await (await import('./ear')).playsOpus()).toBe(false);
    FakeDecoder.supported = true;
  });
});
