// Plays a short recording that came with an answer. Decoded in the page: the content policy lets no media in by address.

let context: AudioContext | null = null;
let playing: AudioBufferSourceNode | null = null;

/** `wav` is base64 without a prefix. A new one ends the last; what cannot be decoded or played is left silent. */
export async function playWav(wav: string): Promise<void> {
  try {
    context ??= new AudioContext();
    await context.resume();
    const bytes = Uint8Array.from(atob(wav), (char) => char.charCodeAt(0));
    const buffer = await context.decodeAudioData(bytes.buffer);
    playing?.stop();
    playing = context.createBufferSource();
    playing.buffer = buffer;
    playing.connect(context.destination);
    playing.start();
  } catch {
    // No sound device, or no permission: the picture and another one remain.
  }
}
