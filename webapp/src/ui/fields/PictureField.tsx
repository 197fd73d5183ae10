// A picture that an operator uploads: sent as soon as it is chosen, shown once the server has it, and what the server refuses stands here.
import { Button, ConfigProvider } from 'antd';
import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { below } from '@/core/base';
import type { CallFault } from '@/core/http';
import { faultWords } from '../states/faultWords';
import styles from './PictureField.module.css';

interface Props {
  /** Alternative text of the picture. */
  name: string;
  /** Label for screen readers: what is chosen. */
  label: string;
  /** Sends the file; answers its path, or why it was refused. */
  onAdd: (file: File) => Promise<{ data?: { path: string }; error?: unknown }>;
  /** Label of the button that removes the picture; without it the picture cannot be removed. */
  remove?: string;
  id?: string;
  value?: string;
  onChange?: (path: string) => void;
}

export function PictureField({ name, label, onAdd, remove, id, value, onChange }: Props) {
  const { t } = useTranslation();
  // antd's form locks its own inputs only; this field reads the lock by itself.
  const { componentDisabled: disabled } = ConfigProvider.useConfig();
  const [fault, setFault] = useState('');
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setFault('');
    const { data, error } = await onAdd(file);
    if (data) onChange?.(data.path);
    else setFault(faultWords(error as CallFault, t));
  };
  return (
    <div className={styles.pictured}>
      {value ? <img src={below(value)} alt={name} /> : null}
      <div className={styles.choice}>
        <label className={styles.button}>
          <ImageUp size={16} strokeWidth={1.6} aria-hidden="true" />
          <span aria-hidden="true">{t('pictureField.choose')}</span>
          <input
            {...(id === undefined ? {} : { id })}
            type="file"
            accept="image/jpeg,image/png"
            aria-label={label}
            className="owl-hidden-text"
            disabled={disabled}
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              // An emptied field lets the same file be chosen again after a refusal.
              event.target.value = '';
            }}
          />
        </label>
        {remove && value ? (
          <Button size="small" onClick={() => onChange?.('')}>
            {remove}
          </Button>
        ) : null}
      </div>
      {fault ? <p role="alert">{fault}</p> : null}
    </div>
  );
}
