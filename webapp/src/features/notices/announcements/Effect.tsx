// Effect of saving and publishing, in words: who sees it and when, what members see now and what after, and what earlier ones came to.
import { Form } from 'antd';
import { Check, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatTime, popsUp } from '@/core/rules';
import { locale } from '@/core/storage';
import { PICTURE } from '../AnnouncementContent';
import styles from './Announcements.module.css';
import { type Announcement, useCountAudienceQuery, useListAnnouncementsQuery } from './api';
import { audienceOf, EMPTY, type Fields, msOf } from './fields';
import { kindOf, nameOf } from './words';

const EARLIER_MAX = 3;
/** Those with which some earlier ones surely come; what is asked for is what the list shows. */
const EARLIER = { pageNo: 1, pageSize: 20 } as const;

interface Line {
  text: string;
  /** Somebody should look at it before it is published. */
  warns?: boolean;
}

export function Effect({ announcement }: { announcement: Announcement | null }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<Fields>();
  const fields = (Form.useWatch([], form) as Fields | undefined) ?? EMPTY;
  const { currentData: count } = useCountAudienceQuery(audienceOf(fields));
  const state = announcement?.state ?? 'draft';
  const side = locale.get() === 'en-US' ? 'En' : 'Zh';
  const title = fields[`title${side}`] || t('announcements.untitled');
  return (
    <section className={styles.effect} aria-label={t('announcements.effect')}>
      <h3>{t('announcements.effect')}</h3>
      <div role="status">
        <ul>
          {useLines(fields, state, count).map(({ text, warns = false }) => (
            <li key={text} data-warns={warns}>
              {warns ? <TriangleAlert {...ICON} /> : <Check {...ICON} />}
              {text}
            </li>
          ))}
        </ul>
      </div>
      <dl>
        <div>
          <dt>{t('announcements.now')}</dt>
          <dd>{state === 'live' && announcement ? <Seen one={announcement} /> : t('announcements.nowNothing')}</dd>
        </div>
        <div>
          <dt>{t('announcements.after')}</dt>
          <dd>
            {title}
            <small>
              {t(`announcements.${kindOf(fields.msgType)}`)} · {useWhen(fields)}
            </small>
          </dd>
        </div>
      </dl>
      <Earlier but={announcement?.id} />
    </section>
  );
}

const ICON = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

function Seen({ one }: { one: Announcement }) {
  const { t } = useTranslation();
  return (
    <>
      {nameOf(one)}
      <small>
        {t(`announcements.${kindOf(one.msgType)}`)} · {t('announcements.seenBy', { count: one.seen })}
      </small>
    </>
  );
}

/** Whether a language has title and content (a header line: its title); without them members of that language would see nothing. */
function isFilled(fields: Fields, side: 'Zh' | 'En'): boolean {
  const content = fields.contentType === PICTURE ? fields[`picture${side}`] : fields[`content${side}`];
  const isLine = kindOf(fields.msgType) === 'header';
  return Boolean(fields[`title${side}`] && (isLine || content));
}

function useLines(fields: Fields, state: string, count: number | undefined): Line[] {
  const { t } = useTranslation();
  const from = msOf(fields.from);
  const later = from !== undefined && from > Date.now();
  const when = { count: count ?? 0, time: later ? formatTime(from) : '' };
  const missing = (['Zh', 'En'] as const).find((side) => !isFilled(fields, side));
  const lines: Line[] = [
    missing ? { text: t(`announcements.missing${missing}`), warns: true } : { text: t('announcements.bothFilled') },
  ];
  if (state === 'draft') lines.push({ text: t('announcements.draftKept') });
  if (count === 0) lines.push({ text: t('announcements.reachesNobody'), warns: true });
  else if (count !== undefined && state === 'live') lines.push({ text: t('announcements.changesAtOnce', when) });
  else if (count !== undefined && state === 'scheduled') {
    lines.push({ text: t(later ? 'announcements.seenFrom' : 'announcements.seenAtOnce', when) });
  } else if (count !== undefined) {
    lines.push({ text: t(later ? 'announcements.publishedFrom' : 'announcements.publishedAtOnce', when) });
  }
  if (state === 'live' && popsUp(fields.msgType)) lines.push({ text: t('announcements.popsAgain') });
  const until = msOf(fields.until);
  lines.push({
    text:
      until === undefined ? t('announcements.untilWithdrawn') : t('announcements.endsAt', { time: formatTime(until) }),
  });
  return lines;
}

/** Time of the announcement, and how often it pops up. */
function useWhen({ from, until, msgType, popFrequency }: Fields): string {
  const { t } = useTranslation();
  const [start, end] = [msOf(from), msOf(until)];
  const times = [start === undefined ? t('announcements.onPublishing') : formatTime(start)];
  if (end !== undefined) times.push(formatTime(end));
  const often = popsUp(msgType)
    ? t(`announcements.${(['every', 'daily', 'never'] as const)[popFrequency - 1] ?? 'daily'}`)
    : '';
  return [often, times.join(' – ')].filter(Boolean).join(' · ');
}

/** The last ones that members saw, and how many did. */
function Earlier({ but }: { but: number | undefined }) {
  const { t } = useTranslation();
  const { currentData } = useListAnnouncementsQuery(EARLIER);
  const shown = (currentData?.list ?? []).filter(
    ({ id, state }) => id !== but && state !== 'draft' && state !== 'scheduled',
  );
  if (shown.length === 0) return null;
  return (
    <>
      <h3>{t('announcements.earlierOnes')}</h3>
      <dl>
        {shown.slice(0, EARLIER_MAX).map((one) => (
          <div key={one.id}>
            <dt>
              {nameOf(one)}
              <small>
                {formatTime(one.fromTime)} · {t(`announcements.${kindOf(one.msgType)}`)}
              </small>
            </dt>
            <dd className="owl-figures">{t('announcements.seenBy', { count: one.seen })}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
