// Cards of a page of phones, portrait or landscape, normal or dense. Above 200 phones only the cards near the view are rendered.
import { type CSSProperties, type Ref, Suspense, useCallback, useRef, useState } from 'react';
import type { Selection } from '@/ui/batch/useSelection';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { Stretch } from '@/ui/list/useNearRows';
import { whyNot } from '../actions/actions';
import { usePhoneMenu } from '../actions/PhoneActions';
import { useOpenPhone } from '../actions/useOpenPhone';
import type { Phone } from '../api';
import { PhoneCard } from '../card/PhoneCard';
import { onGridKey } from './gridKeys';
import styles from './PhoneGrid.module.css';

const WINDOWED_ABOVE = 200;
const WindowedGrid = lazyWithRetry(() => import('./WindowedGrid'));

export interface PhoneGridProps {
  phones: readonly Phone[];
  now: number;
  selection: Selection<Phone>;
  /** Whether the cards are the dense ones, without id and ticks. */
  dense?: boolean;
  /** Whether the pictures are 16:9. */
  landscape?: boolean;
  /** Names of the member's groups, by id. */
  groupNames?: ReadonlyMap<number, string>;
}

const NO_NAMES: ReadonlyMap<number, string> = new Map();

export function PhoneGrid(props: PhoneGridProps) {
  if (props.phones.length <= WINDOWED_ABOVE) return <CardGrid {...props} />;
  return (
    <Suspense fallback={null}>
      <WindowedGrid {...props} />
    </Suspense>
  );
}

interface Part {
  /** Range of the cards that are rendered. */
  from?: number;
  to?: number;
  place?: Ref<HTMLDivElement>;
  style?: CSSProperties;
  /** Range of the cards that are rendered in full; the others are outlines of `outlineHeight`. */
  whole?: Stretch;
  outlineHeight?: number;
}

export function CardGrid(props: PhoneGridProps & Part) {
  const { phones, now, selection, dense = false, landscape = false, groupNames = NO_NAMES } = props;
  const { from = 0, to = phones.length, place, style, whole, outlineHeight } = props;
  const outlined = (index: number) => whole !== undefined && (index < whole.from || index >= whole.to);
  const page = useRef(phones);
  page.current = phones;
  const { toggle } = selection;
  const onToggle = useCallback(
    (phone: Phone, range: boolean) => toggle(phone, range ? page.current : undefined),
    [toggle],
  );
  const selecting = selection.rows.length > 0;
  const open = useOpenPhone();
  const menu = usePhoneMenu();
  const [renaming, setRenaming] = useState<number | null>(null);
  const onRename = useCallback((phone: Phone | null, back?: Phone) => {
    if (phone && whyNot('rename', phone) !== null) return;
    setRenaming(phone?.phoneId ?? null);
    if (back) document.querySelector<HTMLElement>(`[data-phone="${back.phoneId}"]`)?.focus();
  }, []);
  const [focused, setFocused] = useState<number | null>(null);
  // The card that had the focus last, else the first, is the grid's tab stop.
  const stop = phones.some(({ phoneId }) => phoneId === focused) ? focused : (phones[from]?.phoneId ?? null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the cards take the focus, their grid the keys.
    <div
      ref={place}
      className={styles.grid}
      style={style}
      data-dense={dense}
      data-landscape={landscape}
      onFocus={({ target }) => {
        const id = target.closest<HTMLElement>('[data-phone]')?.dataset.phone;
        if (id) setFocused(Number(id));
      }}
      onKeyDown={(event) =>
        onGridKey(event, {
          phones,
          open,
          toggle: onToggle,
          menu: menu.open,
          rename: onRename,
        })
      }
    >
      {phones.slice(from, to).map((phone, index) =>
        outlined(from + index) ? (
          <div key={phone.phoneId} className={styles.outline} style={{ height: outlineHeight }}>
            <div />
            {phone.phoneAlias || phone.owlId}
          </div>
        ) : (
          <PhoneCard
            key={phone.phoneId}
            phone={phone}
            now={now}
            selected={selection.has(phone.phoneId)}
            selecting={selecting}
            onToggle={onToggle}
            dense={dense}
            landscape={landscape}
            renaming={phone.phoneId === renaming}
            onRename={onRename}
            tabStop={phone.phoneId === stop}
            group={phone.groupId === null ? undefined : groupNames.get(phone.groupId)}
          />
        ),
      )}
    </div>
  );
}
