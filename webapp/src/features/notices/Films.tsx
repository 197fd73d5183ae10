// Pictures of the phones that messages are about. A phone may stand in several messages: its first place has the live picture, the others copy
// it. Phones that the member no longer sees have none.
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Phone, useListPhonesQuery } from '@/features/phones/api';
import { Deck, LivePicture, StillPicture } from '@/features/phones/pictures/Deck';
import { viewPhone } from '@/features/phones/view';
import { Thumb } from '@/ui/phone/Thumb';
import type { Message } from './api';
import styles from './Films.module.css';

/** Pictures of one film in a row of the list. */
export const ROW_MAX = 4;

/** The phones of one message, as far as they are shown. */
export interface FilmOf {
  /** Told apart from the other films of the page. */
  name: string;
  phoneIds: readonly number[];
}

/** Most phones of an open message that are asked for, beside those of the rows. */
const PANE_MAX = 200;

/** The film of an open message. */
export const paneFilm = ({ id, aboutPhoneIds }: Pick<Message, 'id' | 'aboutPhoneIds'>): FilmOf => ({
  name: `pane-${id}`,
  phoneIds: aboutPhoneIds.slice(0, PANE_MAX),
});

interface FilmPhones {
  phones: ReadonlyMap<number, Phone>;
  /** The film that has a phone's live picture. */
  live: ReadonlyMap<number, string>;
  /** How far the server's clock is ahead, ms. */
  skewMs: number;
}

const NONE: FilmPhones = { phones: new Map(), live: new Map(), skewMs: 0 };
const FilmsContext = createContext<FilmPhones>(NONE);

export function Films({ films, children }: { films: readonly FilmOf[]; children: ReactNode }) {
  const key = JSON.stringify(films.map(({ name, phoneIds }) => [name, phoneIds]));
  const { ids, live } = useMemo(() => {
    const first = new Map<number, string>();
    for (const [name, phoneIds] of JSON.parse(key) as [string, number[]][]) {
      for (const id of phoneIds) if (!first.has(id)) first.set(id, name);
    }
    return { ids: [...first.keys()], live: first };
  }, [key]);
  const { data } = useListPhonesQuery({ phoneIds: ids }, { skip: ids.length === 0 });
  const known = useMemo((): FilmPhones => {
    if (!data || ids.length === 0) return NONE;
    return { phones: new Map(data.list.map((phone) => [phone.phoneId, phone])), live, skewMs: data.skewMs };
  }, [data, ids, live]);
  const watchable = [...known.phones.values()].filter((phone) => viewPhone(phone).open.allowed);
  return (
    <FilmsContext value={known}>
      <Deck phoneIds={watchable.map(({ phoneId }) => phoneId)}>{children}</Deck>
    </FilmsContext>
  );
}

/** Those of the phones that the member sees, in their order, and the server's clock. */
export function useFilmed(phoneIds: readonly number[]): { phones: Phone[]; skewMs: number } {
  const { phones, skewMs } = useContext(FilmsContext);
  return { phones: phoneIds.flatMap((id) => phones.get(id) ?? []), skewMs };
}

interface Props extends FilmOf {
  /** Most pictures; more phones are counted. */
  max: number;
  /** CSS pixels of one. */
  width?: number;
}

export function Film({ name, phoneIds, max, width = 20 }: Props) {
  const { live } = useContext(FilmsContext);
  const shown = useFilmed(phoneIds).phones.slice(0, max);
  if (shown.length === 0) return null;
  const more = phoneIds.length - shown.length;
  return (
    <span className={styles.film} aria-hidden="true">
      {shown.map((phone) => (
        <Thumb key={phone.phoneId} width={width}>
          {live.get(phone.phoneId) === name ? (
            <LivePicture phoneId={phone.phoneId} live={viewPhone(phone).open.allowed} />
          ) : (
            <StillPicture phoneId={phone.phoneId} follows />
          )}
        </Thumb>
      ))}
      {more > 0 ? <span className="owl-figures">{`+${more}`}</span> : null}
    </span>
  );
}
