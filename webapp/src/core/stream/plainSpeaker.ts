// The phone's sound where the browser has no audio worklet, which is every page that was not opened over https: pieces are
// taken from the same queue and given to the output a moment before they are due.
import { type Packet, sharedMs } from './soundPacket';
import { MARGIN_S, RATE_HZ, SoundQueue } from './soundQueue';

/** One piece, and how far ahead of being heard pieces are given away: what the page's other work may take without being heard. */
const PIECE = RATE_HZ / 100;
const AHEAD_S = 0.025;
/** The output needs this long to begin with a piece. */
const SOONEST_S = 0.005;
const REPORT_S = 0.5;

/** The part of `AudioContext` that is used here. */
export type Output = Pick<BaseAudioContext, 'currentTime' | 'createBuffer' | 'createBufferSource' | 'destination'>;

export class PlainSpeaker {
  private readonly queue = new SoundQueue(MARGIN_S + AHEAD_S);
  private nextFrame = 0;
  private playing = false;
  private reportedS = Number.NEGATIVE_INFINITY;

  /** `onLag` hears how late sound is played, null in silence. */
  constructor(
    private readonly output: Output,
    private readonly onLag: (lagMs: number | null) => void,
  ) {}

  /** Sets the delay at which sound is to be played. */
  follow(wantedMs: number): void {
    this.queue.wantedS = wantedMs / 1_000;
  }

  /** Takes a packet, which may have waited for the page. */
  take({ samples, ageMs, sentMs }: Packet): void {
    const nowS = this.output.currentTime;
    this.queue.push(samples, nowS - (ageMs + sharedMs() - sentMs) / 1_000, nowS);
    if (this.playing) return;
    this.playing = true;
    this.give();
  }

  /** Gives the output what is due soon; each piece that was heard asks for the next. Rests when nothing waits. */
  private give(): void {
    const nowS = this.output.currentTime;
    this.nextFrame = Math.max(this.nextFrame, Math.ceil((nowS + SOONEST_S) * RATE_HZ));
    while (!this.queue.empty && this.nextFrame < (nowS + AHEAD_S) * RATE_HZ) {
      const piece = this.output.createBuffer(2, PIECE, RATE_HZ);
      const atS = this.nextFrame / RATE_HZ;
      this.queue.pull(piece.getChannelData(0), piece.getChannelData(1), atS);
      const source = this.output.createBufferSource();
      source.buffer = piece;
      source.connect(this.output.destination);
      source.onended = () => this.give();
      source.start(atS);
      this.nextFrame += PIECE;
    }
    this.playing = this.nextFrame > nowS * RATE_HZ && !this.queue.empty;
    if (nowS - this.reportedS < REPORT_S && this.playing) return;
    this.reportedS = nowS;
    const lagS = this.queue.lagS(this.nextFrame / RATE_HZ);
    this.onLag(lagS === undefined ? null : lagS * 1_000);
  }
}
