// Whoever shows phones can have something done with them: this part asks what must be asked, begins it, and says what became of it.
import { createContext, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';
import { useBegin } from '@/features/operations/useBegin';
import { useMigration } from '@/features/replacement/useMigration';
import { later } from '@/ui/later';
import type { ActionKey, WayKey } from './actions';
import type { Phone } from './api';

const ActionDialogs = later(() => import('./ActionDialogs'), 'over');

/** Does something with phones; `onDone` once it was begun. */
export type RunAction = (
  key: WayKey | 'details' | 'autoRenew' | 'shareLink',
  phones: readonly Phone[],
  onDone?: () => void,
) => void;

const ActionsContext = createContext<RunAction>(() => {});

export const useRunAction = (): RunAction => useContext(ActionsContext);

interface Asked {
  key: ActionKey | 'giveUp' | 'details' | 'autoRenew' | 'shareLink';
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
  const [asked, setAsked] = useState<Asked | null>(null);
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
      {children}
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
