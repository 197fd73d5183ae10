// The audio output's own thread: packets come straight from the stream worker, and leave for the loudspeaker when they are due.
import type { Packet } from './soundPacket';
import { SoundQueue } from './soundQueue';

/** Globals that browsers give an audio worklet; TypeScript's library does not know them. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: unknown): void;
declare const currentTime: number;

const REPORT_S = 0.5;

type FromPage = { port: MessagePort } | { wantedMs: number };

class PhoneSound extends AudioWorkletProcessor {
  private readonly queue = new SoundQueue();
  private reportedS = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<FromPage>) => {
      if ('port' in data) data.port.onmessage = (event: MessageEvent<Packet>) => this.take(event.data);
      else this.queue.wantedS = data.wantedMs / 1_000;
    };
  }

  /** The audio thread is never blocked, so a packet's age on arrival is its age when it was sent. */
  private take({ samples, ageMs }: Packet): void {
    this.queue.push(samples, currentTime - ageMs / 1_000, currentTime);
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const [left, right] = outputs[0] ?? [];
    if (left && right) this.queue.pull(left, right, currentTime);
    if (currentTime - this.reportedS >= REPORT_S) {
      this.reportedS = currentTime;
      const lagS = this.queue.lagS(currentTime);
      this.port.postMessage({ lagMs: lagS === undefined ? null : lagS * 1_000 });
    }
    return true;
  }
}

registerProcessor('phone-sound', PhoneSound);
