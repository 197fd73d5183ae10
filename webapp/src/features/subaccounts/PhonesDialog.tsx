// The phones of a sub-account and what it may do with them: chosen ones are given, others are taken back.
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { constants } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { Sheet } from '@/ui/dialogs/Sheet';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { type SubPhone, useGivePhonesMutation, useTakePhonesMutation } from './api';
import { GiveFields, type GiveValues } from './GiveFields';
import { PERMISSIONS } from './permissions';
import { useOwnPhones } from './useOwnPhones';

const WIDTH = 760;

interface Props {
  memberId: number;
  name: string;
  onClose: () => void;
}

/** The ids in batches that one call takes. */
export function batchesOf(ids: readonly number[], size: number): number[][] {
  const batches: number[][] = [];
  for (let at = 0; at < ids.length; at += size) batches.push(ids.slice(at, at + size));
  return batches;
}

export default function PhonesDialog({ memberId, name, onClose }: Props) {
  const { t } = useTranslation();
  const { phones, fault, retry } = useOwnPhones(memberId);
  if (phones) return <Chosen {...{ memberId, name, phones, onClose }} />;
  return (
    <Sheet open width={WIDTH} title={t('subAccounts.phonesTitle', { name })} onClose={onClose}>
      {fault ? (
        <FaultState title={t('subAccounts.phonesFailed')} fault={fault} onRetry={retry} />
      ) : (
        <RowSkeletons count={4} />
      )}
    </Sheet>
  );
}

function Chosen({ memberId, name, phones, onClose }: Props & { phones: readonly SubPhone[] }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [give] = useGivePhonesMutation();
  const [take] = useTakePhonesMutation();
  const [form] = Form.useForm<GiveValues>();
  const chosen = Form.useWatch('phoneIds', form);
  const given = phones.filter((phone) => phone.given);
  const had = given.map(({ phoneId }) => phoneId);
  const permissions = PERMISSIONS.filter((each) => given.some((phone) => phone.permissions.includes(each)));

  const submit = async (fields: GiveValues): Promise<CallFault | undefined> => {
    const size = constants().batchMax;
    const refused: string[] = [];
    const taken = had.filter((id) => !fields.phoneIds.includes(id));
    for (const phoneIds of batchesOf(taken, size)) {
      const { data, error } = await take({ memberId, phoneIds });
      if (!data) return error as CallFault;
      refused.push(...data.list.filter(({ code }) => code !== 0).map(({ msg }) => msg));
    }
    for (const phoneIds of batchesOf(fields.phoneIds, size)) {
      const { data, error } = await give({ memberId, phoneIds, permissions: fields.permissions });
      if (!data) return error as CallFault;
      refused.push(...data.list.filter(({ code }) => code !== 0).map(({ msg }) => msg));
    }
    if (refused.length > 0)
      toasts.failed(t('subAccounts.someRefused', { count: refused.length, why: refused[0] ?? '' }));
    else toasts.done(t('subAccounts.saved', { count: fields.phoneIds.length }));
    return undefined;
  };

  return (
    <FormDialog<GiveValues>
      open
      width={WIDTH}
      title={t('subAccounts.phonesTitle', { name })}
      form={form}
      initial={{ phoneIds: had, permissions }}
      submit={t('subAccounts.save', { n: (chosen ?? had).length })}
      onSubmit={submit}
      onClose={onClose}
    >
      <GiveFields phones={phones} cap={phones.length} />
    </FormDialog>
  );
}
