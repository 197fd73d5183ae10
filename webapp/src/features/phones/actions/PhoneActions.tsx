// Whoever shows phones can have something done with them: this part asks what must be asked, begins it, and says what became of it.
import { createContext, type ReactNode, Suspense, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { useBegin } from '@/features/operations/useBegin';
import { useMigration } from '@/features/replacement/useMigration';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { Phone } from '../api';
import type { ActionKey, WayKey } from './actions';
import type { MenuPlace } from './OpenMenu';

const OpenMenu = lazyWithRetry(() => import('./OpenMenu'), 'over');
const ActionDialogs = lazyWithRetry(() => import('./ActionDialogs'), 'over');

/** Does something with phones; `onDone` once it was begun. */
export type RunAction = (
  key: WayKey | 'details' | 'autoRenew' | 'shareLink' | 'proxy',
  phones: readonly Phone[],
  onDone?: () => void,
) => void;

const ActionsContext = createContext<RunAction>(() => {});

export const useRunAction = (): RunAction => useContext(ActionsContext);

interface PhoneMenuControl {
  /** Opens a phone's menu beside a control, or at a point; the keyboard goes back to the control, or to the card around it. */
  open: (phone: Phone, at: HTMLElement, point?: { clientX: number; clientY: number }) => void;
  isOpenFor: (phoneId: number) => boolean;
}

const MenuContext = createContext<PhoneMenuControl>({ open: () => {}, isOpenFor: () => false });

/** The one menu of the page; stable between renders. */
export const usePhoneMenu = (): PhoneMenuControl => useContext(MenuContext);

interface OpenedAction {
  key: ActionKey | 'giveUp' | 'details' | 'autoRenew' | 'shareLink' | 'proxy';
  phones: readonly Phone[];
  onDone: () => void;
  /** Each question is a dialog of its own. */
  round: number;
}

interface Props {
  /** What the list shows now: a dialog that stays open sees its phones change. */
  shown: readonly Phone[];
  children: ReactNode;
}

export function PhoneActions({ shown, children }: Props) {
  const begin = useBegin();
  const migrate = useMigration();
  const [asked, setAsked] = useState<OpenedAction | null>(null);
  const [open, setOpen] = useState(false);

  const run = useCallback<RunAction>(
    (key, phones, onDone = () => {}) => {
      // What loses nothing is done at once.
      if (key === 'enterDirectly' || key === 'probe' || (key === 'powerOn' && phones.length === 1)) {
        void begin({ kind: key, phoneIds: phones.map(({ phoneId }) => phoneId) }, 'tell').then((refused) => {
          if (!refused) onDone();
        });
        return;
      }
      const [first] = phones;
      if (key === 'transfer') {
        if (first) void migrate(first.phoneId, false).then((begun) => begun && onDone());
        return;
      }
      setAsked((old) => ({ key, phones, onDone, round: (old?.round ?? 0) + 1 }));
      setOpen(true);
    },
    [begin, migrate],
  );
  return (
    <ActionsContext value={run}>
      <WithMenu shown={shown}>{children}</WithMenu>
      {asked ? (
        <Suspense fallback={null}>
          <ActionDialogs
            key={asked.round}
            action={asked.key}
            phones={freshened(asked.phones, shown)}
            open={open}
            onDone={asked.onDone}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </ActionsContext>
  );
}

/** The same phones as the list knows them now. */
export function freshened(phones: readonly Phone[], shown: readonly Phone[]): Phone[] {
  const now = new Map(shown.map((phone) => [phone.phoneId, phone]));
  return phones.map((phone) => now.get(phone.phoneId) ?? phone);
}

interface MenuState {
  phone: Phone;
  place: MenuPlace;
  open: boolean;
  round: number;
}

/** One menu for all phones of the page: a page of cards makes none for each. */
function WithMenu({ shown, children }: Props) {
  const [menu, setMenu] = useState<MenuState | null>(null);
  const now = useRef(menu);
  now.current = menu;
  const from = useRef<HTMLElement | null>(null);
  const control = useMemo<PhoneMenuControl>(
    () => ({
      open: (phone, at, point) => {
        const card = at.closest<HTMLElement>('[data-phone]');
        from.current = card ?? at;
        const rect = at.getBoundingClientRect();
        // Over a card, at a point of it: beside it there may be no room.
        const place = point
          ? pointAt(point.clientX, point.clientY)
          : card === at
            ? pointAt(rect.left + INSET, rect.top + INSET)
            : rectOf(rect);
        setMenu((old) => ({ phone, place, open: true, round: (old?.round ?? 0) + 1 }));
      },
      isOpenFor: (phoneId) => now.current?.open === true && now.current.phone.phoneId === phoneId,
    }),
    [],
  );
  const onClose = useCallback(() => setMenu((old) => (old ? { ...old, open: false } : old)), []);
  const onLeave = useCallback(() => {
    const { activeElement } = document;
    // Whoever went on to something else stays there.
    if (activeElement === document.body || activeElement?.closest('[role="menu"]')) {
      from.current?.focus({ preventScroll: true });
    }
  }, []);
  const [phone] = menu ? freshened([menu.phone], shown) : [];
  return (
    <MenuContext value={control}>
      {children}
      {menu && phone ? (
        <Suspense fallback={null}>
          <OpenMenu
            key={menu.round}
            phone={phone}
            place={menu.place}
            open={menu.open}
            onClose={onClose}
            onLeave={onLeave}
          />
        </Suspense>
      ) : null}
    </MenuContext>
  );
}

/** CSS pixels from a card's corner to the menu that the keyboard opens. */
const INSET = 40;

/** A point of one pixel: beside a place without a size antd takes the menu for hidden. */
const pointAt = (left: number, top: number): MenuPlace => ({ left, top, width: 1, height: 1 });
const rectOf = ({ left, top, width, height }: DOMRect): MenuPlace => ({ left, top, width, height });
