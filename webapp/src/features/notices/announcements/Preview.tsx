// Preview of the announcement that is being written: in either language, light or dark, at a desk or on a phone.
import { Form, Segmented } from 'antd';
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMode } from '@/app/theme';
import { cssVars, type Mode } from '@/app/tokens';
import { locale } from '@/core/storage';
import { AnnouncementContent, PICTURE } from '../AnnouncementContent';
import styles from './Announcements.module.css';
import type { Fields } from './fields';

const ICON = { size: 14, strokeWidth: 1.6 } as const;

export function Preview() {
  const { t } = useTranslation();
  const own = useMode();
  const [side, setSide] = useState<'Zh' | 'En'>(locale.get() === 'en-US' ? 'En' : 'Zh');
  const [mode, setMode] = useState<Mode>(own);
  const [room, setRoom] = useState<'desk' | 'phone'>('desk');
  const form = Form.useFormInstance<Fields>();
  const fields = Form.useWatch([], form) as Fields | undefined;
  if (!fields) return null;
  const title = fields[`title${side}`] ?? '';
  const content = (fields.contentType === PICTURE ? fields[`picture${side}`] : fields[`content${side}`]) ?? '';
  return (
    <section className={styles.preview} aria-label={t('announcements.preview')}>
      <header>
        <h3>{t('announcements.preview')}</h3>
        <span className={styles.choices}>
          <Segmented
            size="small"
            aria-label={t('announcements.previewLang')}
            options={[
              { value: 'Zh', label: t('announcements.chinese') },
              { value: 'En', label: t('announcements.english') },
            ]}
            value={side}
            onChange={(value) => setSide(value as 'Zh' | 'En')}
          />
          <Segmented<Mode>
            size="small"
            aria-label={t('announcements.previewTheme')}
            options={[
              { value: 'light', label: <Sun {...ICON} role="img" aria-label={t('announcements.previewLight')} /> },
              { value: 'dark', label: <Moon {...ICON} role="img" aria-label={t('announcements.previewDark')} /> },
            ]}
            value={mode}
            onChange={setMode}
          />
          <Segmented<'desk' | 'phone'>
            size="small"
            aria-label={t('announcements.previewRoom')}
            options={[
              { value: 'desk', label: <Monitor {...ICON} role="img" aria-label={t('announcements.previewDesk')} /> },
              {
                value: 'phone',
                label: <Smartphone {...ICON} role="img" aria-label={t('announcements.previewPhone')} />,
              },
            ]}
            value={room}
            onChange={setRoom}
          />
        </span>
      </header>
      <div className={styles.stage} data-mode={mode} data-room={room} style={cssVars(mode) as React.CSSProperties}>
        <article className={styles.sample} lang={side === 'Zh' ? 'zh-CN' : 'en-US'}>
          <h4>{title || '—'}</h4>
          {content && fields.msgType !== 2 ? (
            <AnnouncementContent title={title} content={content} contentType={fields.contentType} />
          ) : null}
        </article>
      </div>
    </section>
  );
}
