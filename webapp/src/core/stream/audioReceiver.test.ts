import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const FRAMES = 960;

/** A message of sound: header, then what follows it. */
function message(form: 'raw' | 'opus' | 'aac', body: Uint8Array): ArrayBuffer {
  const bytes = new Uint8Array(20 + body.length);
  bytes.set([1, 3, ['raw', 'opus', 'aac'].indexOf(form)]);
  bytes.set(body, 20);
  return bytes.buffer;
}

/** The browser's decoder as far as an audio receiver sees it: each packet is one frame as loud as its first byte says. */
class FakeDecoder {
  static supported = ['opus', 'mp4a.40.2'];
  static configured: AudioDecoderConfig[] = [];
  static isConfigSupported = async ({ codec }: AudioDecoderConfig) => ({
    supported: FakeDecoder.supported.includes(codec),
  });
  state = 'unconfigured';
  decodeQueueSize = 0;
  constructor(private readonly init: { output: (sound: unknown) => void; error: () => void }) {}
  configure(config: AudioDecoderConfig) {
    FakeDecoder.configured.push(config);
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
  FakeDecoder.supported = ['opus', 'mp4a.40.2'];
  FakeDecoder.configured = [];
  vi.resetModules();
  vi.stubGlobal('EncodedAudioChunk', function chunk(init: object) {
    return init;
  });
});
afterEach(() => vi.unstubAllGlobals());

async function receiver() {
  const { AudioReceiver, soundDecoders } = await import('./audioReceiver');
  const [passed, failed] = [vi.fn(), vi.fn()];
  const port = { postMessage: passed, close: vi.fn() } as unknown as MessagePort;
  return { audio: new AudioReceiver(port, failed), passed, failed, soundDecoders };
}

describe('an audio receiver', () => {
  it('passes samples on as they came', async () => {
    const { audio, passed } = await receiver();
    audio.take(message('raw', new Uint8Array(new Int16Array([1, -1, 2, -2]).buffer)), 40);
    const [{ samples, ageMs }] = passed.mock.calls[0] as [{ samples: Int16Array; ageMs: number }];
    expect([...samples]).toEqual([1, -1, 2, -2]);
    expect(ageMs).toBe(40);
  });

  it('decodes opus, keeps its time, and is silent in silence', async () => {
    vi.stubGlobal('AudioDecoder', FakeDecoder);
    const { audio, passed, soundDecoders } = await receiver();
    expect(await soundDecoders()).toEqual({ opus: true, aac: true });
    // The clock stands: by it a packet is decoded in no time.
    vi.spyOn(performance, 'now').mockReturnValue(5_000);
    audio.take(message('opus', new Uint8Array([0, 9])), 40);
    expect(passed).not.toHaveBeenCalled();
    audio.take(message('opus', new Uint8Array([50, 9])), 40);
    const [{ samples, ageMs }] = passed.mock.calls[0] as [{ samples: Int16Array; ageMs: number }];
    expect(samples.length).toBe(FRAMES * 2);
    expect([...samples.slice(0, 4)]).toEqual([16_384, -16_384, 16_384, -16_384]);
    expect(ageMs).toBe(40);
  });

  it('says once that opus cannot be decoded after all, and takes samples then', async () => {
    vi.stubGlobal('AudioDecoder', FakeDecoder);
    const { audio, passed, failed } = await receiver();
    audio.take(message('opus', new Uint8Array([255])), 40);
    audio.take(message('opus', new Uint8Array([50])), 40);
    expect(failed.mock.calls).toEqual([['opus']]);
    expect(passed).not.toHaveBeenCalled();
    audio.take(message('raw', new Uint8Array(4).fill(1)), 40);
    expect(passed).toHaveBeenCalledOnce();
  });

  it('decodes AAC as its decoder is told, and goes from one to the other', async () => {
    vi.stubGlobal('AudioDecoder', FakeDecoder);
    const { audio, passed, failed } = await receiver();
    audio.take(message('opus', new Uint8Array([255])), 40);
    audio.take(message('aac', new Uint8Array([50])), 40);
    audio.take(message('aac', new Uint8Array([50])), 40);
    expect(FakeDecoder.configured.map(({ codec, description }) => [codec, description])).toEqual([
      ['opus', undefined],
      ['mp4a.40.2', new Uint8Array([0x11, 0x90])],
    ]);
    expect(passed).toHaveBeenCalledTimes(2);
    audio.take(message('aac', new Uint8Array([255])), 40);
    expect(failed.mock.calls).toEqual([['opus'], ['aac']]);
  });

  it('says what the browser decodes: AAC alone, or nothing', async () => {
    const { soundDecoders } = await receiver();
    expect(await soundDecoders()).toEqual({ opus: false, aac: false });
    vi.resetModules();
    FakeDecoder.supported = ['mp4a.40.2'];
    vi.stubGlobal('AudioDecoder', FakeDecoder);
    expect(await (await import('./audioReceiver')).soundDecoders()).toEqual({ opus: false, aac: true });
  });
});
