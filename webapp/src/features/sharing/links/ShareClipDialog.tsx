// Makes a link to a clip: to a cloud file, or to a recording, which is sent to the cloud files first.
import { Progress } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { formatBytes } from '@/core/rules';
import { cloudChanged } from '@/features/uploads/cloud/api';
import { announce, newSet, send } from '@/features/uploads/uploadFile';
import { UNREACHED } from '@/ui/states/faultWords';
import type { Shareable } from './ClipToShare';
import { MakeLinkDialog } from './MakeLinkDialog';

interface Props {
  clip: Shareable;
  onClose: () => void;
}

export default function ShareClipDialog({ clip, onClose }: Props) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [sent, setSent] = useState<number | null>(null);
  const uploaded = useRef<number | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => {
    // Drawn twice in development: what stops the first sending must not stop the second.
    stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);

  const uploadOf = async (file: File) => {
    const { signal } = stop.current;
    setSent(0);
    try {
      const announced = await announce(newSet(), file, signal);
      return announced.upload ? await send(file, announced.upload, signal, setSent) : announced;
    } finally {
      setSent(null);
    }
  };
  const target = async () => {
    if (!(clip instanceof File)) return { target: { kind: 'clip' as const, uploadId: clip.uploadId } };
    if (uploaded.current === null) {
      const { upload, fault } = await uploadOf(clip);
      if (!upload) return { fault: fault && fault !== 'unreadable' ? fault : UNREACHED };
      dispatch(cloudChanged());
      // A clip that came is not sent again when the link itself is refused.
      uploaded.current = upload.uploadId;
    }
    return { target: { kind: 'clip' as const, uploadId: uploaded.current } };
  };
  return (
    <MakeLinkDialog
      open
      name={clip.name}
      text={t('links.clipText')}
      rentalEnd={null}
      target={target}
      onDone={() => {}}
      onClose={onClose}
    >
      {sent === null || !(clip instanceof File) ? null : (
        <div role="status">
          {t('links.sending', { sent: formatBytes(sent), size: formatBytes(clip.size) })}
          <Progress percent={Math.floor((sent / Math.max(1, clip.size)) * 100)} showInfo={false} size="small" />
        </div>
      )}
    </MakeLinkDialog>
  );
}
