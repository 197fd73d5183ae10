// In which order popups come, small numbers first: this one among those that are published or planned. It is moved by its buttons, or any is
// dragged to another place.

import { Button } from 'antd';
import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommonLimits } from '@/contract/constants';
import { popsUp } from '@/core/rules';
import styles from './Announcements.module.css';
import { type Announcement, useListAnnouncementsQuery } from './api';
import { nameOf } from './words';

/** The largest page that the server answers: more than can be published. */
const ALL = { pageNo: 1, pageSize: CommonLimits.pageSizeMax } as const;
/** Stands for the announcement that is being written. */
export const SELF = 0;

interface Props {
  /** None: a new one is written. */
  announcement: Announcement | null;
  /** Title of the announcement as it is written now. */
  title: string;
  /** Ids in their order, `SELF` among them; null: as they stand. */
  value?: readonly number[] | null;
  onChange?: (order: readonly number[]) => void;
}

export function PopOrder({ announcement, title, value = null, onChange }: Props) {
  const { t } = useTranslation();
  const { data } = useListAnnouncementsQuery(ALL);
  const [dragged, setDragged] = useState<number | null>(null);
  const others = (data?.list ?? [])
    .filter((one) => one.id !== announcement?.id && popsUp(one.msgType))
    .filter(({ state }) => state === 'live' || state === 'scheduled')
    .sort((one, other) => one.popPriority - other.popPriority || one.fromTime - other.fromTime);
  const order = value ?? placed(others, announcement?.popPriority);
  const at = (id: number) => others.find((one) => one.id === id);
  const move = (id: number, to: number) => {
    if (to < 0 || to >= order.length) return;
    const rest = order.filter((each) => each !== id);
    onChange?.([...rest.slice(0, to), id, ...rest.slice(to)]);
  };
  const place = order.indexOf(SELF);
  return (
    <ol className={styles.order} aria-label={t('announcements.priority')}>
      {order.map((id, nth) => {
        const own = id === SELF;
        const other = at(id);
        if (!own && !other) return null;
        const name = own ? title || t('announcements.thisOne') : other ? nameOf(other) : '';
        return (
          <li
            key={id}
            data-own={own}
            draggable
            onDragStart={() => setDragged(id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, nth);
            }}
          >
            <span className="owl-figures">{(nth + 1) * 10}</span>
            <span className={styles.orderName}>{name}</span>
            {own ? (
              <span className={styles.orderKeys}>
                <Button
                  type="text"
                  size="small"
                  disabled={place === 0}
                  icon={<ChevronUp size={16} strokeWidth={1.6} />}
                  aria-label={t('announcements.earlier')}
                  onClick={() => move(SELF, place - 1)}
                />
                <Button
                  type="text"
                  size="small"
                  disabled={place === order.length - 1}
                  icon={<ChevronDown size={16} strokeWidth={1.6} />}
                  aria-label={t('announcements.later')}
                  onClick={() => move(SELF, place + 1)}
                />
              </span>
            ) : (
              <GripVertical size={16} strokeWidth={1.6} aria-hidden="true" />
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** The order as the priorities have it; a new one comes last. */
function placed(others: readonly Announcement[], priority: number | undefined): number[] {
  const ids = others.map(({ id }) => id);
  const after = priority === undefined ? -1 : others.findIndex((one) => one.popPriority > priority);
  return after < 0 ? [...ids, SELF] : [...ids.slice(0, after), SELF, ...ids.slice(after)];
}
