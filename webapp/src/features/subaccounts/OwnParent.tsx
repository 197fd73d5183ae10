// Page of a member who is a sub-account: whose, and leaving.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { usePageTitle } from '@/shell/usePageTitle';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { EmptyState } from '@/ui/states/EmptyState';
import { faultWords } from '@/ui/states/faultWords';
import { useRemoveSubAccountMutation } from './api';
import { ON } from './columns';

export default function OwnParent({ phone, status }: { phone: string; status: number }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const heading = usePageTitle(t('pages.keyAccount'));
  const [leaving, setLeaving] = useState(false);
  const [remove] = useRemoveSubAccountMutation();
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="owl-hidden-text">
        {t('subAccounts.title')}
      </h1>
      <EmptyState
        look={status === ON ? 'open' : 'shut'}
        title={t('subAccounts.ofParent', { phone })}
        text={t(status === ON ? 'subAccounts.ofParentText' : 'subAccounts.ofParentOff')}
      >
        <ChangeButton danger onClick={() => setLeaving(true)}>
          {t('subAccounts.leave')}
        </ChangeButton>
      </EmptyState>
      {leaving ? (
        <Confirm
          open
          title={t('subAccounts.leaveTitle', { phone })}
          verb={t('subAccounts.leave')}
          onClose={() => setLeaving(false)}
          onConfirm={async () => {
            const { error } = await remove(null);
            if (error) toasts.failed(faultWords(error as CallFault, t));
          }}
        >
          <p>{t('subAccounts.leaveText')}</p>
        </Confirm>
      ) : null}
    </>
  );
}
