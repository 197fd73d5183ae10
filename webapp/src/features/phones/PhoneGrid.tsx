// The cards of a page, standing or lying, with or without their facts.
import { useCallback, useRef } from 'react';
import type { Selection } from '@/ui/useSelection';
import type { Phone } from './api';
import { PhoneCard } from './PhoneCard';
import styles from './PhoneGrid.module.css';

interface Props {
  phones: readonly Phone[];
  now: number;
  selection: Selection<Phone>;
  /** Narrow cards without id and ticks. */
  dense?: boolean;
  /** Pictures 16:9. */
  landscape?: boolean;
  /** What the member calls each group. */
  groupNames?: ReadonlyMap<number, string>;
}

const NO_NAMES: ReadonlyMap<number, string> = new Map();

export function PhoneGrid({ phones, now, selection, dense = false, landscape = false, groupNames = NO_NAMES }: Props) {
  const page = useRef(phones);
  page.current = phones;
  const { toggle } = selection;
  const onToggle = useCallback(
    (phone: Phone, range: boolean) => toggle(phone, range ? page.current : undefined),
    [toggle],
  );
  const selecting = selection.rows.length > 0;
  return (
    <div className={styles.grid} data-dense={dense} data-landscape={landscape}>
      {phones.map((phone) => (
        <PhoneCard
          key={phone.phoneId}
          phone={phone}
          now={now}
          selected={selection.has(phone.phoneId)}
          selecting={selecting}
          onToggle={onToggle}
          dense={dense}
          group={phone.groupId === null ? undefined : groupNames.get(phone.groupId)}
        />
      ))}
    </div>
  );
}
