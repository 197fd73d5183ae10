// A button that authorizes phones which are chosen in the dialog.
import { Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { ChangeButton } from '@/ui/rights/ChangeButton';

const AuthorizeDialog = lazyWithRetry(() => withWords(['orders'], () => import('./AuthorizeDialog')), 'over');

const NONE: readonly never[] = [];

export function AuthorizeButton() {
  const { t } = useTranslation();
  const [round, setRound] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <>
      <ChangeButton
        type="primary"
        icon={<Share2 size={16} strokeWidth={1.6} aria-hidden="true" />}
        onClick={() => {
          setRound(round + 1);
          setOpen(true);
        }}
      >
        {t('sharing.authorize')}
      </ChangeButton>
      {round > 0 ? (
        <Suspense fallback={null}>
          <AuthorizeDialog key={round} open={open} phones={NONE} onDone={() => {}} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
