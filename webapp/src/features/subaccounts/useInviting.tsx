// Inviting one or many: the two buttons of a page's head, and the dialogs that they open.
import { FileUp, UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { ChangeButton } from '@/ui/rights/ChangeButton';

const InviteDialog = lazyWithRetry(() => import('./InviteDialog'), 'over');
const ConsentDialog = lazyWithRetry(() => import('./ConsentDialog'), 'over');
const ImportDialog = lazyWithRetry(() => import('./ImportDialog'), 'over');

type Opened = { what: 'invite' | 'import' } | { what: 'consent'; phone: string; name: string };

export interface Inviting {
  buttons: ReactNode;
  dialog: ReactNode;
  invite: () => void;
  /** Asks for the code that an invited number received. */
  consent: (phone: string, name: string) => void;
}

export function useInviting(): Inviting {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const invite = () => setOpened({ what: 'invite' });
  const consent = (phone: string, name: string) => setOpened({ what: 'consent', phone, name });
  return {
    invite,
    consent,
    buttons: (
      <>
        <ChangeButton icon={<FileUp size={16} strokeWidth={1.6} />} onClick={() => setOpened({ what: 'import' })}>
          {t('subAccounts.import')}
        </ChangeButton>
        <ChangeButton type="primary" icon={<UserPlus size={16} strokeWidth={1.6} />} onClick={invite}>
          {t('subAccounts.add')}
        </ChangeButton>
      </>
    ),
    dialog:
      opened?.what === 'invite' ? (
        <InviteDialog onInvited={consent} onClose={close} />
      ) : opened?.what === 'consent' ? (
        <ConsentDialog phone={opened.phone} name={opened.name} onClose={close} />
      ) : opened?.what === 'import' ? (
        <ImportDialog onClose={close} />
      ) : null,
  };
}
