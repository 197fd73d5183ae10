// A code read by the phone's camera, where the browser finds barcodes by itself. Nothing of the picture leaves the page.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readCodes } from '@/core/rules';
import { Sheet } from '@/ui/dialogs/Sheet';
import { Note } from '@/ui/Note';
import styles from './Redeem.module.css';

/** Between two looks at the camera's picture. */
const LOOK_MS = 250;

interface Detector {
  detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

interface Props {
  /** Codes that were found, one a line. */
  onFound: (codes: string) => void;
  onClose: () => void;
}

export default function ScanCode({ onFound, onClose }: Props) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  const found = useRef(onFound);
  found.current = onFound;
  useEffect(() => {
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const { BarcodeDetector } = window as unknown as { BarcodeDetector: new () => Detector };
    const look = async (detector: Detector) => {
      const shown = video.current;
      if (gone || !shown) return;
      const seen = shown.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await detector.detect(shown) : [];
      const codes = seen.flatMap(({ rawValue }) => readCodes(rawValue).flatMap(({ code }) => code ?? []));
      if (gone) return;
      if (codes.length > 0) found.current(codes.join('\n'));
      else timer = setTimeout(() => void look(detector), LOOK_MS);
    };
    const start = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
        const shown = video.current;
        if (gone || !shown) return stop();
        shown.srcObject = stream;
        await shown.play();
        await look(new BarcodeDetector());
      } catch {
        if (!gone) setFailed(true);
      }
      return undefined;
    };
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    void start();
    return () => {
      gone = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  return (
    <Sheet open title={t('redeem.scan')} onClose={onClose}>
      {failed ? (
        <Note tone="fault">{t('redeem.scanFailed')}</Note>
      ) : (
        <video ref={video} className={styles.camera} playsInline muted />
      )}
    </Sheet>
  );
}
