// View of the picture: fitted into the page or pixel by pixel, and picture in picture.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Session } from '../session/usePlay';

export interface View {
  /** Whether a pixel of the phone is a pixel of the screen, in a stage that scrolls. */
  ownSize: boolean;
  setOwnSize: (own: boolean) => void;
  /** Whether picture in picture is open. */
  above: boolean;
  /** Opens or closes picture in picture; rejects where the browser has none. */
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
  // Each session draws on its own canvas, so picture in picture of the last session is closed.
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
    // A still screen sends no frames, and the video would stay empty: a frame is asked for.
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
