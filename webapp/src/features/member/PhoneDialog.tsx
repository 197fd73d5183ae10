// Dialog for another phone number, in two steps: a code to the number that is left, then one to the number that comes.
import { Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { checkPhone, normalPhone } from '@/core/rules';
import { CodeField } from '@/features/auth/fields/CodeField';
import { codeUuid } from '@/features/auth/fields/sentCodes';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { fieldRule } from '@/ui/fields/fieldRule';
import styles from './AccountPage.module.css';
import { useChangePhoneMutation, useCheckOwnCodeMutation } from './api';
import { OwnCodeField, ownCodeUuid } from './OwnCodeField';

interface Props {
  open: boolean;
  /** The number that is left, masked. */
  masked: string;
  onClose: () => void;
}

interface Fields {
  oldCode: string;
  phone: string;
  code: string;
}

const EMPTY: Fields = { oldCode: '', phone: '', code: '' };

export function PhoneDialog({ open, masked, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [check] = useCheckOwnCodeMutation();
  const [change] = useChangePhoneMutation();
  /** Proof from the first step; null before it. */
  const [proof, setProof] = useState<{ oldCode: string; oldUuid: string } | null>(null);

  useEffect(() => {
    if (open) setProof(null);
  }, [open]);

  const proveOld = async ({ oldCode }: Fields): Promise<CallFault | 'stay'> => {
    const oldUuid = ownCodeUuid('phone');
    const { error } = await check({ purpose: 'phone', code: oldCode, uuid: oldUuid });
    if (error) return error as CallFault;
    setProof({ oldCode, oldUuid });
    return 'stay';
  };

  const submit = async (values: Fields) => {
    if (!proof) return proveOld(values);
    const phone = normalPhone(values.phone) ?? '';
    const uuid = codeUuid('phone', 'phone', phone);
    const { error } = await change({ phone, code: values.code, uuid, ...proof });
    if (!error) toasts.done(t('account.phoneChanged'));
    return error as CallFault | undefined;
  };

  return (
    <FormDialog<Fields>
      open={open}
      title={t('account.changePhone')}
      initial={EMPTY}
      submit={t(proof ? 'account.changePhone' : 'account.next')}
      onSubmit={submit}
      onClose={onClose}
    >
      {proof ? (
        <>
          <p className={styles.lead}>{t('account.phoneStepNew')}</p>
          <Form.Item name="phone" label={t('account.newPhone')} rules={[fieldRule(checkPhone)]}>
            <Input type="tel" inputMode="tel" autoComplete="off" maxLength={24} />
          </Form.Item>
          <CodeField key="new" purpose="phone" target={{ kind: 'phone', field: 'phone' }} />
        </>
      ) : (
        <OwnCodeField purpose="phone" masked={masked} name="oldCode" />
      )}
    </FormDialog>
  );
}
