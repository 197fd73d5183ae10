// Conflict note of the announcement editor: names the fields in which another operator's version differs, and lets the editor choose one.
import { useTranslation } from 'react-i18next';
import { ChangedMeanwhile, type Meanwhile } from '@/ui/editing/ChangedMeanwhile';
import type { Announcement } from './api';
import { type Fields, fieldsOf } from './fields';

const SIDES = ['titleZh', 'titleEn', 'contentZh', 'contentEn', 'pictureZh', 'pictureEn'] as const;
const ALONE = ['from', 'until', 'audience'] as const;

interface Props {
  theirs: Meanwhile<Announcement>;
  mine: Fields;
  onMine: () => void;
  onTheirs: () => void;
}

export function Changed({ theirs: { by, time, now }, mine, onMine, onTheirs }: Props) {
  const { t } = useTranslation();
  const other = fieldsOf(now);
  const differs = (name: keyof Fields) => (mine[name] ?? '') !== (other[name] ?? '');
  const words = { title: t('announcements.titleField'), content: t('announcements.text') } as const;
  const sided = SIDES.filter(differs).map((name) => {
    const language = t(name.endsWith('Zh') ? 'announcements.chinese' : 'announcements.english');
    const kind = name.slice(0, -2) as 'title' | 'content' | 'picture';
    return `${kind === 'picture' ? t('announcements.contentPicture') : words[kind]} · ${language}`;
  });
  const alone = ALONE.filter(differs).map((name) => t(`announcements.${name}`));
  return (
    <ChangedMeanwhile by={by} at={time} onMine={onMine} onTheirs={onTheirs}>
      {t('announcements.differs', { fields: [...sided, ...alone].join(t('announcements.comma')) })}
    </ChangedMeanwhile>
  );
}
