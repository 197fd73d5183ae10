// Renewing by itself: what it does and what it costs, the agreement, and one button. The same question for phones and for a group.
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerCode } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { Agreement } from '@/features/orders/Agreement';
import { useAgreement } from '@/features/orders/useAgreement';
import { useToasts } from '@/ui/announce/Toasts';
import { Sheet } from '@/ui/dialogs/Sheet';
import { Note } from '@/ui/Note';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { faultWords } from '@/ui/states/faultWords';
import styles from './AutoRenew.module.css';
import { useSetAutoRenewMutation, useSetGroupAutoRenewMutation } from './api';

interface Props {
  open: boolean;
  /** Phones, or one group. */
  of: { phoneIds: number[] } | { groupId: number };
  /** Name of the phone or the group. */
  name: string;
  /** Whether it renews itself now: then it is switched off. */
  on: boolean;
  onDone?: (() => void) | undefined;
  onClose: () => void;
}

export default function AutoRenewDialog({ open, of, name, on, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [forPhones, phones] = useSetAutoRenewMutation();
  const [forGroup, group] = useSetGroupAutoRenewMutation();
  const agreement = useAgreement();
  const [missing, setMissing] = useState(false);
  const [fault, setFault] = useState<CallFault | null>(null);
  const set = async () => {
    if (!on && !agreement.agreed) return setMissing(true);
    const wish = { on: !on, agreed: !on, ...(on ? {} : agreement.read) };
    const { error } =
      'groupId' in of
        ? await forGroup({ id: of.groupId, ...wish })
        : await forPhones({ phoneIds: of.phoneIds, ...wish });
    if (error) {
      const refused = error as CallFault;
      if (refused.code === AnswerCode.ORDER_AGREEMENT_CHANGED) agreement.changed();
      return setFault(refused);
    }
    toasts.done(t(on ? 'recycle.auto.offDone' : 'recycle.auto.onDone', { name }));
    onDone?.();
    onClose();
  };
  return (
    <Sheet
      open={open}
      title={t(on ? 'recycle.auto.offTitle' : 'recycle.auto.onTitle', { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <ChangeButton type="primary" loading={phones.isLoading || group.isLoading} onClick={set}>
            {t(on ? 'recycle.auto.off' : 'recycle.auto.on')}
          </ChangeButton>
        </>
      }
    >
      {on ? (
        <p className="owl-prose">{t('recycle.auto.offText')}</p>
      ) : (
        <div className={styles.text}>
          <ul>
            <li>{t('recycle.auto.when')}</li>
            <li>{t('recycle.auto.points')}</li>
            <li>{t('recycle.auto.short')}</li>
          </ul>
          <Agreement
            key={agreement.round}
            reading={agreement.round > 0}
            known={agreement.known}
            agreed={agreement.agreed}
            onChange={agreement.onChange}
            missing={missing}
          />
        </div>
      )}
      {fault ? <Note tone="fault">{faultWords(fault, t)}</Note> : null}
    </Sheet>
  );
}
