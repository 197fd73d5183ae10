// Authorizes phones to another account: found by its number first, then level, end and agreement; what was refused is said for each phone.
import { Button, Form, Input, Select } from 'antd';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerCode, CommonLimits } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { checkPhone, constants } from '@/core/rules';
import { Agreement } from '@/features/orders/Agreement';
import { useAgreement } from '@/features/orders/useAgreement';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { Sheet } from '@/ui/dialogs/Sheet';
import { fieldRule } from '@/ui/fields/fieldRule';
import { useNow } from '@/ui/time/useNow';
import {
  type AuthorizedRow,
  type FoundMember,
  useAuthorizePhonesMutation,
  useFindMemberMutation,
  useListShareablePhonesQuery,
} from './api';
import styles from './Sharing.module.css';
import { LevelChoice, UntilField } from './UntilField';
import { dayOf, type UntilFields, untilOf } from './until';

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

/** A phone as the dialog names it. */
export interface Shareable {
  phoneId: number;
  owlId: string;
  phoneAlias: string;
  /** End of the rental, Unix ms. */
  expireTime: number;
}

interface Props {
  open: boolean;
  /** None: they are chosen here. */
  phones: readonly Shareable[];
  onDone: () => void;
  onClose: () => void;
}

interface Fields extends UntilFields {
  number: string;
  phoneIds: number[];
  accreditType: 1 | 2;
}

const nameOf = ({ phoneAlias, owlId }: Shareable): string => phoneAlias || owlId;

export default function AuthorizeDialog({ open, phones, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const now = useNow(MINUTE_MS);
  const [find] = useFindMemberMutation();
  const [authorize] = useAuthorizePhonesMutation();
  const [found, setFound] = useState<FoundMember | null>(null);
  const agreement = useAgreement();
  const [missing, setMissing] = useState(false);
  const [refused, setRefused] = useState<readonly AuthorizedRow[]>([]);
  const [form] = Form.useForm<Fields>();
  const chosen = Form.useWatch('phoneIds', form);
  const own = useListShareablePhonesQuery({ pageSize: CommonLimits.pageSizeMax }, { skip: phones.length > 0 || !open });
  const known = phones.length > 0 ? phones : (own.data?.list ?? []);
  const ids = chosen ?? [];
  const named = phones.length > 0 ? phones : known.filter(({ phoneId }) => ids.includes(phoneId));
  const ends = named.map(({ expireTime }) => expireTime);
  const rentalEnd = ends.length > 0 ? Math.max(...ends) : null;

  const submit = async (fields: Fields): Promise<CallFault | 'stay' | undefined> => {
    if (!found) {
      const { data, error } = await find(fields.number.trim());
      if (!data) return error as CallFault;
      setFound(data);
      return 'stay';
    }
    if (!agreement.agreed) {
      setMissing(true);
      return 'stay';
    }
    const { data, error } = await authorize({
      phoneIds: named.map(({ phoneId }) => phoneId),
      handle: found.handle,
      accreditType: fields.accreditType,
      agreed: true,
      ...agreement.read,
      ...untilOf(fields),
    });
    if (!data) {
      const fault = error as CallFault;
      // An account that is none, or was looked up too long ago, is looked up anew.
      if (fault.code === AnswerCode.SHARE_AGREEMENT_CHANGED) agreement.changed();
      else setFound(null);
      return fault;
    }
    if (data.success > 0) {
      toasts.done(t('sharing.done', { count: data.success, phone: found.phone }));
      onDone();
    }
    const kept = data.list.filter(({ code }) => code !== 0);
    if (kept.length === 0) return undefined;
    setRefused(kept);
    return 'stay';
  };

  if (refused.length > 0) return <Refused {...{ open, refused, known, onClose }} />;
  const count = named.length;
  return (
    <FormDialog<Fields>
      open={open}
      title={phones.length > 0 ? t('sharing.authorizeTitle', { count: count }) : t('sharing.authorize')}
      form={form}
      initial={{
        number: '',
        phoneIds: [],
        accreditType: 1,
        ends: 'day',
        day: dayOf(Math.min(now + WEEK_MS, ...ends)),
        hours: 1,
      }}
      submit={found ? t('sharing.authorizeMany', { n: count }) : t('sharing.find')}
      onSubmit={submit}
      onClose={onClose}
    >
      {phones.length > 0 ? (
        <p className={styles.names}>{phones.map(nameOf).join(' · ')}</p>
      ) : (
        <Form.Item
          name="phoneIds"
          label={t('sharing.phones')}
          rules={[{ required: true, message: t('sharing.phonesMissing') }]}
        >
          <Select
            mode="multiple"
            maxCount={constants().authorizeMax}
            loading={own.isFetching}
            placeholder={t('sharing.phonesChoose')}
            optionFilterProp="label"
            notFoundContent={own.isFetching ? null : t('sharing.phonesNone')}
            options={known.map((phone) => ({ value: phone.phoneId, label: nameOf(phone), title: phone.owlId }))}
          />
        </Form.Item>
      )}
      <Form.Item name="number" label={t('sharing.number')} rules={[fieldRule(checkPhone)]}>
        <Input
          inputMode="tel"
          autoComplete="off"
          maxLength={20}
          placeholder={t('sharing.numberHint')}
          onChange={() => setFound(null)}
        />
      </Form.Item>
      {found ? (
        <>
          <p className={styles.found} role="status">
            <UserRound size={16} strokeWidth={1.6} aria-hidden="true" />
            <b className="owl-figures">{found.phone}</b>
            <span>{found.nickname}</span>
          </p>
          <Form.Item name="accreditType" label={t('sharing.level')}>
            <LevelChoice />
          </Form.Item>
          <UntilField rentalEnd={rentalEnd} now={now} />
          <Agreement
            key={agreement.round}
            reading={agreement.round > 0}
            known={agreement.known}
            agreed={agreement.agreed}
            onChange={agreement.onChange}
            missing={missing}
          />
        </>
      ) : (
        <p className={styles.note}>{t('sharing.findText')}</p>
      )}
    </FormDialog>
  );
}

interface RefusedProps {
  open: boolean;
  refused: readonly AuthorizedRow[];
  known: readonly Shareable[];
  onClose: () => void;
}

/** The phones that were not authorized, each with its reason. */
function Refused({ open, refused, known, onClose }: RefusedProps) {
  const { t } = useTranslation();
  const nameBy = new Map(known.map((phone) => [phone.phoneId, nameOf(phone)]));
  return (
    <Sheet
      open={open}
      title={t('sharing.refusedTitle', { count: refused.length })}
      onClose={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <ul className={styles.refused}>
        {refused.map(({ phoneId, msg }) => (
          <li key={phoneId}>
            <b>{nameBy.get(phoneId) ?? phoneId}</b>
            <span>{msg}</span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
