// Content of an announcement: its picture, or its text.
import { below } from '@/core/base';
import { RichText } from '@/ui/RichText';
import styles from './Popups.module.css';

/** `contentType` of a picture. */
export const PICTURE = 1;

interface Props {
  title: string;
  content: string;
  contentType: number;
}

export function AnnouncementContent({ title, content, contentType }: Props) {
  if (contentType === PICTURE) return <img className={styles.picture} src={below(content)} alt={title} />;
  return <RichText html={content} />;
}
