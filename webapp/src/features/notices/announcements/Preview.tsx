// What a member will see of what is being written, in either language.
import { Form, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { locale } from '@/core/storage';
import { AnnouncementContent, PICTURE } from '../AnnouncementContent';
import styles from './Announcements.module.css';
import type { Fields } from './fields';

export function Preview() {
  const { t } = useTranslation();
  const [side, setSide] = useState<'Zh' | 'En'>(locale.get() === 'en-US' ? 'En' : 'Zh');
  const form = Form.useFormInstance<Fields>();
  const fields = Form.useWatch([], form) as Fields | undefined;
  if (!fields) return null;
  const title = fields[`title${side}`] ?? '';
  const content = (fields.contentType === PICTURE ? fields[`picture${side}`] : fields[`content${side}`]) ?? '';
  return (
    <section className={styles.preview} aria-label={t('announcements.preview')}>
      <header>
        <h3>{t('announcements.preview')}</h3>
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
      </header>
      <article className={styles.sample} lang={side === 'Zh' ? 'zh-CN' : 'en-US'}>
        <h4>{title || '—'}</h4>
        {content && fields.msgType !== 2 ? (
          <AnnouncementContent title={title} content={content} contentType={fields.contentType} />
        ) : null}
      </article>
    </section>
  );
}
