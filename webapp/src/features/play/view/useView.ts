// How the picture is looked at: fitted into the page or pixel by pixel, and in a small window above all others.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Session } from '../session/usePlay';

export interface View {
  /** A pixel of the phone is a pixel of the screen, and the stage is scrolled. */
  ownSize: boolean;
  setOwnSize: (own: boolean) => void;
  /** Whether the picture floats above other windows. */
  above: boolean;
  /** Rejects where the browser has no such window. */
  toggleAbove: () => Promise<void>;
}

export function useView({ host, handle }: Session): View {
  const [ownSize, setOwnSize] = useState(false);
  const [above, setAbove] = useState(false);
  const video = useRef<HTMLVideoElement | null>(null);

  const lower = useCallback(() => {
    const element = video.current;
    video.current = null;
    setAbove(false);
    if (!element) return;
    if (document.pictureInPictureElement === element) void document.exitPictureInPicture().catch(() => {});
    for (const track of (element.srcObject as MediaStream | null)?.getTracks() ?? []) track.stop();
    element.srcObject = null;
  }, []);
  // Another session has another canvas.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a session is told by its handle.
  useEffect(() => lower, [lower, handle]);

  const toggleAbove = async () => {
    if (video.current) return lower();
    const canvas = host.current?.querySelector('canvas');
    if (!canvas || !document.pictureInPictureEnabled) throw new Error('no picture in picture');
    const element = document.createElement('video');
    element.muted = true;
    element.srcObject = canvas.captureStream();
    element.addEventListener('leavepictureinpicture', lower);
    video.current = element;
    // A still screen draws nothing: the stream begins with the next picture, so one is asked for.
    handle?.reset();
    try {
      await element.play();
      await element.requestPictureInPicture();
      setAbove(true);
    } catch (fault) {
      lower();
      throw fault;
    }
  };
  return { ownSize, setOwnSize, above, toggleAbove };
}
