// The page's loudspeaker for one phone: an audio output whose worklet hears from the stream worker directly; without worklets the page passes the sound on.
import { PlainSpeaker } from './plainSpeaker';
import { RATE_HZ } from './soundQueue';
import worklet from './soundWorklet?worker&url';

export interface Speaker {
  /** For the stream worker, once. */
  port: MessagePort;
  /** How late the picture is shown: the sound is played as late. */
  follow(pictureDelayMs: number): void;
  close(): void;
}

/** Opens it; to be called by a gesture of the member. `onLag` hears how late sound is heard, null in silence. Throws where there is no output. */
export async function openSpeaker(onLag: (lagMs: number | null) => void): Promise<Speaker> {
  const context = new AudioContext({ sampleRate: RATE_HZ, latencyHint: 'interactive' });
  // Absent where the page is not opened over https.
  const worklets: AudioWorklet | undefined = context.audioWorklet;
  try {
    await worklets?.addModule(worklet);
    await context.resume();
  } catch (fault) {
    await context.close();
    throw fault;
  }
  return worklets ? withWorklet(context, onLag) : withoutWorklet(context, onLag);
}

const outputMs = (context: AudioContext) => (context.outputLatency || context.baseLatency || 0) * 1_000;

function withWorklet(context: AudioContext, onLag: (lagMs: number | null) => void): Speaker {
  const node = new AudioWorkletNode(context, 'phone-sound', { numberOfInputs: 0, outputChannelCount: [2] });
  node.port.onmessage = ({ data }: MessageEvent<{ lagMs: number | null }>) =>
    onLag(data.lagMs === null ? null : data.lagMs + outputMs(context));
  node.connect(context.destination);
  const { port1, port2 } = new MessageChannel();
  node.port.postMessage({ port: port1 }, [port1]);
  return {
    port: port2,
    follow: (delayMs) => node.port.postMessage({ wantedMs: delayMs - outputMs(context) }),
    close: () => void context.close().catch(() => {}),
  };
}

function withoutWorklet(context: AudioContext, onLag: (lagMs: number | null) => void): Speaker {
  const plain = new PlainSpeaker(context, (lagMs) => onLag(lagMs === null ? null : lagMs + outputMs(context)));
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => plain.take(data);
  return {
    port: port2,
    follow: (delayMs) => plain.follow(delayMs - outputMs(context)),
    close: () => {
      port1.close();
      void context.close().catch(() => {});
    },
  };
}
