// Provider of the phones' actions for a page that shows phones: opens the dialog of an action, begins it and reports the outcome.
import { createContext, type ReactNode, Suspense, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { useBegin } from '@/features/operations/useBegin';
import { useMigration } from '@/features/replacement/useMigration';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { Phone } from '../api';
import type { ActionKey, RemedyKey } from './actions';
import type { MenuPlace } from './OpenMenu';

const OpenMenu = lazyWithRetry(() => import('./OpenMenu'), 'over');
const ActionDialogs = lazyWithRetry(() => import('./ActionDialogs'), 'over');

/** Runs an action on phones; `onDone` is called once it was begun. */
export type RunAction = (
  key: RemedyKey | 'details' | 'autoRenew' | 'shareLink' | 'proxy',
  phones: readonly Phone[],
  onDone?: () => void,
) => void;

const ActionsContext = createContext<RunAction>(() => {});

export const useRunAction = (): RunAction => useContext(ActionsContext);

interface PhoneMenuControl {
  /** Opens a phone's menu beside a control, or at a point; closing it returns the focus to the control, or to the card around it. */
  open: (phone: Phone, at: HTMLElement, point?: { clientX: number; clientY: number }) => void;
  isOpenFor: (phoneId: number) => boolean;
}

const MenuContext = createContext<PhoneMenuControl>({ open: () => {}, isOpenFor: () => false });

/** Control of the page's one menu; stable between renders. */
export const usePhoneMenu = (): PhoneMenuControl => useContext(MenuContext);

interface OpenedAction {
  key: ActionKey | 'giveUp' | 'details' | 'autoRenew' | 'shareLink' | 'proxy';
  phones: readonly Phone[];
  onDone: () => void;
  /** React key: each opened action mounts a new dialog. */
  round: number;
}

interface Props {
  /** Phones that the list shows now, from which an open dialog takes their present state. */
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
      // Actions that lose nothing begin without a question.
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
            phones={withPresentData(asked.phones, shown)}
            open={open}
            onDone={asked.onDone}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </ActionsContext>
  );
}

/** Phones with the list's present data; a phone that the list does not show stays as it was. */
export function withPresentData(phones: readonly Phone[], shown: readonly Phone[]): Phone[] {
  const now = new Map(shown.map((phone) => [phone.phoneId, phone]));
  return phones.map((phone) => now.get(phone.phoneId) ?? phone);
}

interface MenuState {
  phone: Phone;
  place: MenuPlace;
  open: boolean;
  round: number;
}

/** One menu for all phones of the page, so that a page of cards does not mount one for each. */
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
        // A card's menu opens at a point inside it, since there may be no room beside it.
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
    // A focus that has moved elsewhere meanwhile stays there.
    if (activeElement === document.body || activeElement?.closest('[role="menu"]')) {
      from.current?.focus({ preventScroll: true });
    }
  }, []);
  const [phone] = menu ? withPresentData([menu.phone], shown) : [];
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

/** Distance from a card's corner to the menu that the keyboard opens, CSS pixels. */
const INSET = 40;

/** Anchor at a point, one pixel large: antd hides a menu whose anchor has no size. */
const pointAt = (left: number, top: number): MenuPlace => ({ left, top, width: 1, height: 1 });
const rectOf = ({ left, top, width, height }: DOMRect): MenuPlace => ({ left, top, width, height });
