// The sound path of a play worker: samples go to the loudspeaker as they are, opus and AAC are decoded first.
import { SoundMessage } from '@/contract/constants';
import { type Packet, sharedMs } from './soundPacket';

const { headerBytes, flagsAt, formFlags, sampleRate, channels, aacConfig } = SoundMessage;
const SOUND = { sampleRate, numberOfChannels: channels } as const;
/** Decoded formats, by their number in the flags. */
const DECODED = {
  opus: { form: SoundMessage.opus, config: { codec: 'opus', ...SOUND } },
  aac: { form: SoundMessage.aac, config: { codec: 'mp4a.40.2', ...SOUND, description: new Uint8Array(aacConfig) } },
} satisfies Record<string, { form: number; config: AudioDecoderConfig }>;
/** Largest amplitude, of 32,767, that counts as silence after decoding; silence is not passed on. */
const SILENT = 2;
/** Most packets that may wait in the decoder: further ones would be decoded too late. */
const WAITING_MAX = 25;

export type AudioFormat = keyof typeof DECODED;
export type SupportedFormats = Record<AudioFormat, boolean>;

async function plays(config: AudioDecoderConfig): Promise<boolean> {
  try {
    return (await AudioDecoder.isConfigSupported(config)).supported === true;
  } catch {
    return false;
  }
}

let answer: Promise<SupportedFormats> | null = null;

/** Formats that this browser decodes in a worker. */
export function soundDecoders(): Promise<SupportedFormats> {
  answer ??=
    typeof AudioDecoder === 'undefined'
      ? Promise.resolve({ opus: false, aac: false })
      : Promise.all([plays(DECODED.opus.config), plays(DECODED.aac.config)]).then(([opus, aac]) => ({ opus, aac }));
  return answer;
}

/** Decodes sound and sends it to the port of a loudspeaker's worklet. */
export class AudioReceiver {
  private decoder: AudioDecoder | null = null;
  private decoded: AudioFormat | null = null;
  private plane = new Float32Array(0);

  /** `failed` is called with a format that cannot be decoded after all. */
  constructor(
    private readonly port: MessagePort,
    private readonly failed: (decoded: AudioFormat) => void,
  ) {}

  /** Takes a message of sound whose first sample is `ageMs` old. */
  take(message: ArrayBuffer, ageMs: number): void {
    const [flags = 0] = new Uint8Array(message, flagsAt, 1);
    const form = flags & formFlags;
    if (form === DECODED.opus.form) this.decode('opus', new Uint8Array(message, headerBytes), ageMs);
    else if (form === DECODED.aac.form) this.decode('aac', new Uint8Array(message, headerBytes), ageMs);
    else this.pass(new Int16Array(message, headerBytes), ageMs);
  }

  close(): void {
    this.shut();
    this.port.close();
  }

  private shut(): void {
    if (this.decoder && this.decoder.state !== 'closed') this.decoder.close();
    this.decoder = null;
  }

  private pass(samples: Int16Array, ageMs: number): void {
    const packet: Packet = { samples, ageMs, sentMs: sharedMs() };
    this.port.postMessage(packet, [samples.buffer]);
  }

  private decode(decoded: AudioFormat, data: Uint8Array<ArrayBuffer>, ageMs: number): void {
    try {
      if (this.decoded !== decoded) this.shut();
      this.decoded = decoded;
      this.decoder ??= this.open(decoded);
      if (this.decoder.state !== 'configured' || this.decoder.decodeQueueSize >= WAITING_MAX) return;
      // The timestamp is the time of the sound by this worker's clock, so that the decoded samples carry it too.
      const timestamp = Math.round((performance.now() - ageMs) * 1_000);
      this.decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp, data }));
    } catch {
      this.failed(decoded);
    }
  }

  private open(decoded: AudioFormat): AudioDecoder {
    const decoder = new AudioDecoder({
      output: (sound) => {
        const samples = this.samplesOf(sound);
        sound.close();
        if (samples) this.pass(samples, performance.now() - sound.timestamp / 1_000);
      },
      error: () => this.failed(decoded),
    });
    decoder.configure(DECODED[decoded].config);
    return decoder;
  }

  /** Samples with left and right interleaved; null in silence. */
  private samplesOf(sound: AudioData): Int16Array<ArrayBuffer> | null {
    const frames = sound.numberOfFrames;
    if (this.plane.length !== frames) this.plane = new Float32Array(frames);
    const samples = new Int16Array(frames * 2);
    let loudest = 0;
    for (let channel = 0; channel < 2; channel += 1) {
      const planeIndex = Math.min(channel, sound.numberOfChannels - 1);
      sound.copyTo(this.plane, { planeIndex, format: 'f32-planar' });
      for (let at = 0; at < frames; at += 1) {
        const sample = Math.max(-32_768, Math.min(32_767, Math.round((this.plane[at] ?? 0) * 32_768)));
        samples[at * 2 + channel] = sample;
        loudest = Math.max(loudest, Math.abs(sample));
      }
    }
    return loudest > SILENT ? samples : null;
  }
}
