// Capabilities of a worker of this browser for the picture: tried here in the way of core/stream/worker.ts.
import { soundDecoders } from '../stream/audioReceiver';
import type { Decoding, PictureFacts } from './facts';

/** H.264, level 3.1, in the size of the usual picture: `COMMON_CODEC` of wasm-core/stream, `FULL_SIDES` of crates/fleet. */
const BASELINE = 'avc1.42E01F';
const HIGH = 'avc1.64001F';
const SIZE = { codedWidth: 720, codedHeight: 1280 } as const;
/** Time limit for loading the software decoder over a slow line. */
const LOAD_MS = 20_000;

async function decodes(codec: string): Promise<Decoding> {
  const may = async (hardwareAcceleration: HardwareAcceleration) => {
    try {
      const config = { codec, ...SIZE, optimizeForLatency: true, hardwareAcceleration };
      return (await VideoDecoder.isConfigSupported(config)).supported === true;
    } catch {
      return false;
    }
  };
  if (await may('prefer-hardware')) return 'hardware';
  return (await may('no-preference')) ? 'software' : 'none';
}

function drawsOn(canvas: OffscreenCanvas | null): boolean {
  try {
    const context = canvas?.getContext('2d');
    context?.fillRect(0, 0, 1, 1);
    return Boolean(context);
  } catch {
    return false;
  }
}

async function makeSoftware(): Promise<void> {
  const { load } = await import('../stream/soft');
  const make = await load();
  make();
}

async function softwareLoadMs(): Promise<number | null> {
  const begun = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), LOAD_MS);
  });
  try {
    await Promise.race([makeSoftware(), late]);
    return performance.now() - begun;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Tries everything once; never rejects. */
export async function probePicture(canvas: OffscreenCanvas | null): Promise<PictureFacts> {
  const decoder = typeof VideoDecoder !== 'undefined';
  const none = Promise.resolve<Decoding>('none');
  const [baseline, high, soft, { opus, aac }] = await Promise.all([
    decoder ? decodes(BASELINE) : none,
    decoder ? decodes(HIGH) : none,
    softwareLoadMs(),
    soundDecoders(),
  ]);
  return { draws: drawsOn(canvas), decoder, baseline, high, softMs: soft, opus, aac };
}
