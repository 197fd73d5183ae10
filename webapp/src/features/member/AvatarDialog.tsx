// The member's picture: chosen or dropped, cut to a square, and sent small. The server makes its own pictures of it.
import { Button } from 'antd';
import { ImageUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { Sheet } from '@/ui/dialogs/Sheet';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { faultWords } from '@/ui/states/faultWords';
import styles from './AccountPage.module.css';
import { useUpdateAvatarMutation } from './api';
import { Cropper, drawCut } from './Cropper';
import { type View, wholeView } from './crop';

interface Props {
  open: boolean;
  onClose: () => void;
}

const TYPES = ['image/jpeg', 'image/png'];
/** Twice the largest size that the server keeps. */
const SENT_EDGE = 512;
const QUALITY = 0.92;

interface Chosen {
  bitmap: ImageBitmap;
  type: string;
}

/** Cut part of the picture, as a file. */
async function cut({ bitmap, type }: Chosen, view: View): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = SENT_EDGE;
  canvas.height = SENT_EDGE;
  drawCut(canvas, bitmap, view);
  return new Promise((done) => canvas.toBlob(done, type, QUALITY));
}

export function AvatarDialog({ open, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const input = useRef<HTMLInputElement>(null);
  const [update, { isLoading }] = useUpdateAvatarMutation();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [view, setView] = useState<View>({ x: 0, y: 0, zoom: 1 });
  const [problem, setProblem] = useState('');
  const [over, setOver] = useState(false);

  useEffect(() => {
    if (open) return;
    setChosen(null);
    setProblem('');
  }, [open]);
  useEffect(() => () => chosen?.bitmap.close(), [chosen]);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setProblem('');
    const bitmap = TYPES.includes(file.type) ? await createImageBitmap(file).catch(() => null) : null;
    if (!bitmap) {
      setProblem(t('avatar.wrongType'));
      return;
    }
    setView(wholeView(bitmap));
    setChosen({ bitmap, type: file.type });
  };

  const save = async () => {
    if (!chosen) return;
    setProblem('');
    const picture = await cut(chosen, view);
    if (!picture) {
      setProblem(t('avatar.wrongType'));
      return;
    }
    const { error } = await update(picture);
    if (error) {
      setProblem(faultWords(error as CallFault, t));
      return;
    }
    toasts.done(t('avatar.saved'));
    onClose();
  };

  return (
    <Sheet
      open={open}
      title={t('account.changeAvatar')}
      onClose={isLoading ? () => {} : onClose}
      footer={
        <>
          {chosen ? (
            <Button onClick={() => input.current?.click()} disabled={isLoading}>
              {t('avatar.another')}
            </Button>
          ) : (
            <Button onClick={onClose}>{t('common.cancel')}</Button>
          )}
          <ChangeButton type="primary" disabled={!chosen} loading={isLoading} onClick={() => void save()}>
            {t('avatar.save')}
          </ChangeButton>
        </>
      }
    >
      <input
        ref={input}
        type="file"
        accept={TYPES.join(',')}
        className="owl-hidden-text"
        tabIndex={-1}
        aria-hidden="true"
        data-testid="avatar-file"
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          // An emptied field lets the same file be chosen again.
          event.target.value = '';
        }}
      />
      {chosen ? (
        <Cropper picture={chosen.bitmap} view={view} onChange={setView} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same.
        <div
          className={styles.drop}
          data-over={over}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            void choose(event.dataTransfer.files[0]);
          }}
        >
          <Button icon={<ImageUp size={16} strokeWidth={1.6} />} onClick={() => input.current?.click()}>
            {t('avatar.choose')}
          </Button>
          <small>{t('avatar.types')}</small>
        </div>
      )}
      {problem ? (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </Sheet>
  );
}
