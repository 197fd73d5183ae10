// One file of a push: what it is, how far it is on its way to the server, and what can be done about it.
import { Button, Progress } from 'antd';
import { File as FileIcon, Package, Pause, Play, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/core/rules';
import styles from './Push.module.css';
import type { PushFile, Uploads } from './useUploads';

/** Endings of app files: a file that has one and is no app is told so, for it can only be sent. */
const APP_ENDINGS = ['.apk', '.xapk', '.apks', '.apkm'];
const looksLikeApp = (name: string): boolean => APP_ENDINGS.some((end) => name.toLowerCase().endsWith(end));

const ICON = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

export function FileRow({ file, uploads }: { file: PushFile; uploads: Uploads }) {
  const { t } = useTranslation();
  const { key, state, sent, size, upload, fault } = file;
  const app = upload?.app ?? null;
  const name = upload?.name ?? file.name;
  const share = size > 0 ? Math.floor((sent / size) * 100) : 0;
  return (
    <li className={styles.file} data-state={state}>
      <span className={styles.icon}>
        {upload?.icon ? (
          <img src={upload.icon} alt="" />
        ) : app ? (
          <Package {...ICON} size={22} />
        ) : (
          <FileIcon {...ICON} size={22} />
        )}
      </span>
      <div className={styles.about}>
        <b className={styles.name} title={name}>
          {app ? app.label : name}
        </b>
        <span className={styles.facts}>
          {app ? (
            <span>
              <span className="owl-mono">{app.package}</span> {app.versionName} ・{' '}
            </span>
          ) : null}
          <span className="owl-figures">{formatBytes(size)}</span>
          {state === 'sending' || state === 'paused' || state === 'waiting' ? (
            <span>{` ・ ${t(`uploads.${state}`)}`}</span>
          ) : null}
        </span>
        {state === 'ready' || state === 'failed' ? null : (
          <Progress
            percent={share}
            size="small"
            status={state === 'paused' ? 'normal' : 'active'}
            aria-label={t('uploads.progress', { name })}
          />
        )}
        {fault ? (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        ) : state === 'ready' && !app && looksLikeApp(name) ? (
          <p className={styles.hint}>{t('uploads.noApp')}</p>
        ) : null}
      </div>
      <div className={styles.buttons}>
        {state === 'sending' ? (
          <Button
            type="text"
            icon={<Pause {...ICON} />}
            aria-label={t('uploads.pause', { name })}
            onClick={() => uploads.pause(key)}
          />
        ) : null}
        {state === 'paused' ? (
          <Button
            type="text"
            icon={<Play {...ICON} />}
            aria-label={t('uploads.resume', { name })}
            onClick={() => uploads.resume(key)}
          />
        ) : null}
        <Button
          type="text"
          icon={<X {...ICON} />}
          aria-label={t('uploads.remove', { name })}
          onClick={() => uploads.remove(key)}
        />
      </div>
    </li>
  );
}
