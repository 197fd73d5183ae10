import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type DecoderConfig = { codec: string; codedWidth: number; codedHeight: number; hardwareAcceleration: string };

/** A browser's decoder that takes what `takes` says. */
function decoding(takes: (asked: DecoderConfig) => boolean): DecoderConfig[] {
  const asked: DecoderConfig[] = [];
  vi.stubGlobal('VideoDecoder', {
    isConfigSupported: async (config: DecoderConfig) => {
      asked.push(config);
      return { supported: takes(config) };
    },
  });
  return asked;
}

/** The software decoder's module, as the build made it, comes or does not. */
function software(comes: boolean): void {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response()),
  );
  vi.spyOn(WebAssembly, 'compileStreaming').mockImplementation(async () => {
    if (!comes) throw new TypeError('no such file');
    return new WebAssembly.Module(readFileSync(resolve('../wasm-core/pkg/soft/soft_bg.wasm')));
  });
}

const canvas = (context: object | null) => ({ getContext: () => context }) as unknown as OffscreenCanvas;
const drawable = () => canvas({ fillRect: () => {} });

async function facts(on: OffscreenCanvas | null = drawable()) {
  vi.resetModules();
  return (await import('./pictureFacts')).probePicture(on);
}

beforeEach(() => software(true));
afterEach(() => vi.unstubAllGlobals());

describe('a worker', () => {
  it('asks for both profiles in the size of a phone’s picture, and for hardware first', async () => {
    const asked = decoding(() => true);
    expect(await facts()).toMatchObject({ draws: true, decoder: true, baseline: 'hardware', high: 'hardware' });
    expect(asked.map(({ codec }) => codec).sort()).toEqual(['avc1.42E01F', 'avc1.64001F']);
    for (const each of asked) {
      expect(each).toMatchObject({ codedWidth: 720, codedHeight: 1280, hardwareAcceleration: 'prefer-hardware' });
    }
  });

  it('tells the browser’s own decoder from none', async () => {
    decoding(({ codec, hardwareAcceleration }) => codec === 'avc1.42E01F' && hardwareAcceleration === 'no-preference');
    expect(await facts()).toMatchObject({ decoder: true, baseline: 'software', high: 'none' });
  });

  it('takes a question that the browser does not understand for a no', async () => {
    vi.stubGlobal('VideoDecoder', { isConfigSupported: () => Promise.reject(new TypeError('codec')) });
    expect(await facts()).toMatchObject({ decoder: true, baseline: 'none', high: 'none' });
  });

  it('makes an instance of the software decoder', async () => {
    const { decoder, softMs } = await facts();
    expect(decoder).toBe(false);
    expect(softMs).toBeGreaterThanOrEqual(0);
  });

  it('says that the software decoder did not come', async () => {
    software(false);
    expect((await facts()).softMs).toBeNull();
  });

  it('does not wait for it for ever', async () => {
    const { probePicture: pictureFactsHere } = await import('./pictureFacts');
    await import('../stream/soft');
    const compiled = vi.spyOn(WebAssembly, 'compileStreaming').mockReturnValue(new Promise(() => {}));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const found = pictureFactsHere(null);
    await vi.waitFor(() => expect(compiled).toHaveBeenCalled(), { timeout: 30_000 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await found).softMs).toBeNull();
    vi.useRealTimers();
  });

  it.each([
    ['no canvas', null],
    ['a canvas without a context', canvas(null)],
    [
      'a canvas that refuses',
      canvas({
        fillRect: () => {
          throw new Error('lost');
        },
      }),
    ],
  ])('draws nothing on %s', async (_, given) => {
    expect((await facts(given)).draws).toBe(false);
  });

  it('asks whether opus and AAC are decoded', async () => {
    expect(await facts()).toMatchObject({ opus: false, aac: false });
    const isConfigSupported = async ({ codec }: AudioDecoderConfig) => ({ supported: codec === 'mp4a.40.2' });
    vi.stubGlobal('AudioDecoder', { isConfigSupported });
    expect(await facts()).toMatchObject({ opus: false, aac: true });
  });
});
