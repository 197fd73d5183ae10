// Invites a number: it receives a code, and has a day to agree by telling it. Phones and permissions are its own from then on.
import { Form, Input } from 'antd';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { checkPhone, constants, normalPhone } from '@/core/rules';
import { useSendCodeMutation } from '@/features/auth/api';
import { keepSent } from '@/features/auth/fields/sentCodes';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { Sheet } from '@/ui/dialogs/Sheet';
import { CountedInput } from '@/ui/fields/CountedInput';
import { fieldRule } from '@/ui/fields/fieldRule';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { type SubPhone, useInviteSubAccountMutation } from './api';
import { GiveFields, type GiveValues } from './GiveFields';
import styles from './SubAccounts.module.css';
import { useOwnPhones } from './useOwnPhones';

const WIDTH = 760;

interface Fields extends GiveValues {
  phone: string;
  name: string;
}

interface Props {
  /** The sub-account is invited, and its code was sent if the server could: the code is asked for next. */
  onInvited: (phone: string, name: string) => void;
  onClose: () => void;
}

export default function InviteDialog(props: Props) {
  const { t } = useTranslation();
  const { phones, fault, retry } = useOwnPhones(null);
  if (phones) return <Invitation {...props} phones={phones} />;
  return (
    <Sheet open width={WIDTH} title={t('subAccounts.add')} onClose={props.onClose}>
      {fault ? (
        <FaultState title={t('subAccounts.phonesFailed')} fault={fault} onRetry={retry} />
      ) : (
        <RowSkeletons count={4} />
      )}
    </Sheet>
  );
}

function Invitation({ phones, onInvited, onClose }: Props & { phones: readonly SubPhone[] }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [invite] = useInviteSubAccountMutation();
  const [sendCode] = useSendCodeMutation();
  const [form] = Form.useForm<Fields>();
  const chosen = Form.useWatch('phoneIds', form) ?? [];

  const submit = async ({ phone: typed, name, phoneIds, permissions }: Fields) => {
    const phone = normalPhone(typed) ?? '';
    const { data, error } = await invite({ phone, name: name.trim(), phoneIds, permissions });
    if (!data) return error as CallFault;
    const sent = await sendCode({ phone, purpose: 'subaccount' });
    if (sent.data) {
      const { uuid, expireSeconds, resendSeconds, left } = sent.data;
      const nowMs = Date.now();
      const [againAtMs, endsAtMs] = [nowMs + resendSeconds * 1000, nowMs + expireSeconds * 1000];
      keepSent({ purpose: 'subaccount', target: phone, uuid, left, againAtMs, endsAtMs }, nowMs);
    } else {
      // The invitation stands; another code is asked for in its own dialog.
      toasts.failed(faultWords(sent.error as CallFault, t));
    }
    onInvited(phone, name.trim());
    return 'stay';
  };
  return (
    <FormDialog<Fields>
      open
      width={WIDTH}
      title={t('subAccounts.add')}
      form={form}
      initial={{ phone: '', name: '', phoneIds: [], permissions: [] }}
      submit={
        chosen.length > 0 ? t('subAccounts.inviteSubmit', { n: chosen.length }) : t('subAccounts.inviteSubmitNone')
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.two}>
        <Form.Item name="phone" label={t('subAccounts.phone')} rules={[fieldRule(checkPhone)]}>
          <Input inputMode="tel" autoComplete="off" maxLength={24} />
        </Form.Item>
        <Form.Item name="name" label={t('subAccounts.label')}>
          <CountedInput max={constants().nameMaxChars} autoComplete="off" />
        </Form.Item>
      </div>
      <p className={styles.consent}>
        <CircleCheck size={14} strokeWidth={1.6} aria-hidden="true" /> {t('subAccounts.codeText')}
      </p>
      <GiveFields phones={phones} cap={constants().batchMax} />
    </FormDialog>
  );
}
