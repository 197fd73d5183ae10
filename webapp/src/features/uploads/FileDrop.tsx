// Where files are let go of, or chosen.
import { Button } from 'antd';
import { FolderUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Push.module.css';

interface Props {
  onFiles: (files: readonly File[]) => void;
  /** No more is taken. */
  full: boolean;
  hint: string;
  /** One file alone, of these kinds. */
  accept?: string;
}

export function FileDrop({ onFiles, full, hint, accept }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for everybody.
    <div
      className={styles.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={field}
        type="file"
        multiple={accept === undefined}
        accept={accept}
        hidden
        aria-label={t('uploads.choose')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Button icon={<FolderUp size={16} strokeWidth={1.6} />} disabled={full} onClick={() => field.current?.click()}>
        {t('uploads.choose')}
      </Button>
      <span className={styles.hint}>{hint}</span>
    </div>
  );
}
