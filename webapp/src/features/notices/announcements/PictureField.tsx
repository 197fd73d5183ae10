// A picture of an announcement: sent as soon as it is chosen; what the server says of it stands here.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { below } from '@/core/base';
import type { CallFault } from '@/core/http';
import { faultWords } from '@/ui/faultWords';
import styles from './Announcements.module.css';
import { useAddPictureMutation } from './api';

interface Props {
  /** The language that it is for. */
  name: string;
  id?: string;
  value?: string;
  onChange?: (path: string) => void;
}

export function PictureField({ name, id, value, onChange }: Props) {
  const { t } = useTranslation();
  const [add] = useAddPictureMutation();
  const [fault, setFault] = useState('');
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setFault('');
    const { data, error } = await add(file);
    if (data) onChange?.(data.path);
    else setFault(faultWords(error as CallFault, t));
  };
  return (
    <div className={styles.pictured}>
      {value ? <img src={below(value)} alt={name} /> : null}
      <input
        {...(id === undefined ? {} : { id })}
        type="file"
        accept="image/jpeg,image/png"
        aria-label={`${t('announcements.pictureFile')} · ${name}`}
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      {fault ? <p role="alert">{fault}</p> : null}
    </div>
  );
}
