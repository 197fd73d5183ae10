// A batch of codes as an operator asks for it: what each gives, how many, until when, how many for one account.
import { Form, type FormInstance, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { checkBatchNote, redeemLimits } from '@/core/rules';
import { type Configuration, useListConfigurationsQuery } from '@/features/orders/api';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { Choice } from '@/ui/fields/Choice';
import { CountedInput } from '@/ui/fields/CountedInput';
import { showFieldFault } from '@/ui/fields/fieldFault';
import { fieldRule } from '@/ui/fields/fieldRule';
import { TimeField } from '@/ui/fields/TimeField';
import { Note } from '@/ui/Note';
import { type MadeBatch, useCreateRedeemBatchMutation } from '../api';
import styles from './Batches.module.css';

const WIDTH_PX = 560;
/** How long codes are valid unless somebody says otherwise. */
const VALID_DAYS = 30;
const MOMENT = 'YYYY-MM-DDTHH:mm';

interface Fields {
  note: string;
  gives: 'phone' | 'days';
  configurationId: number | undefined;
  days: number | null;
  count: number | null;
  /** Empty: from now on. */
  fromTime: string;
  untilTime: string;
  perAccount: number | null;
}
const names = [
  'note',
  'gives',
  'configurationId',
  'days',
  'count',
  'fromTime',
  'untilTime',
  'perAccount',
] as const satisfies readonly (keyof Fields)[];

interface Props {
  onMade: (made: MadeBatch, note: string) => void;
  onClose: () => void;
}

export default function MakeBatch({ onMade, onClose }: Props) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Fields>();
  const [create] = useCreateRedeemBatchMutation();
  const { data: shelf } = useListConfigurationsQuery();
  const { noteMax, daysMax, batchMax } = redeemLimits();
  const count = Form.useWatch('count', form);
  // The made batch is shown once the form is gone.
  const made = useRef<MadeBatch | null>(null);
  const submit = async (fields: Fields): Promise<CallFault | 'stay' | undefined> => {
    const { data, error } = await create({
      note: fields.note,
      gives: fields.gives,
      days: fields.days ?? 0,
      count: fields.count ?? 0,
      untilTime: fields.untilTime ? dayjs(fields.untilTime, MOMENT).valueOf() : 0,
      ...(fields.fromTime ? { fromTime: dayjs(fields.fromTime, MOMENT).valueOf() } : {}),
      ...(fields.configurationId === undefined ? {} : { configurationId: fields.configurationId }),
      ...(fields.perAccount === null ? {} : { perAccount: fields.perAccount }),
    });
    if (data) {
      made.current = data;
      return undefined;
    }
    const fault = error as CallFault;
    return showFieldFault(form, names, fault) ? 'stay' : fault;
  };
  const leave = () => {
    if (made.current) onMade(made.current, String(form.getFieldValue('note') ?? ''));
    else onClose();
  };
  return (
    <FormDialog<Fields>
      open
      form={form}
      title={t('redeemBatches.makeTitle')}
      width={WIDTH_PX}
      initial={{
        note: '',
        gives: 'phone',
        configurationId: undefined,
        days: VALID_DAYS,
        count: 1,
        fromTime: '',
        untilTime: dayjs().add(VALID_DAYS, 'day').endOf('day').format(MOMENT),
        perAccount: 1,
      }}
      submit={t('redeemBatches.makeButton', { count: count ?? 0 })}
      onSubmit={submit}
      onClose={leave}
    >
      <Form.Item name="note" label={t('redeemBatches.note')} rules={[fieldRule(checkBatchNote)]}>
        <CountedInput max={noteMax} autoComplete="off" />
      </Form.Item>
      <Form.Item name="gives">
        <GiftChoice />
      </Form.Item>
      <div className={styles.pair}>
        <Form.Item name="configurationId" label={t('redeemBatches.configuration')}>
          <ConfigurationSelect list={shelf?.list ?? []} />
        </Form.Item>
        <Form.Item name="days" label={t('redeemBatches.daysField')}>
          <InputNumber min={1} max={daysMax} precision={0} className={styles.full ?? ''} />
        </Form.Item>
        <Form.Item name="count" label={t('redeemBatches.count')}>
          <InputNumber min={1} max={batchMax} precision={0} className={styles.full ?? ''} />
        </Form.Item>
        <Form.Item name="fromTime" label={t('redeemBatches.from')} extra={t('redeemBatches.fromNow')}>
          <TimeField />
        </Form.Item>
        <Form.Item name="untilTime" label={t('redeemBatches.until')}>
          <TimeField />
        </Form.Item>
        <Form.Item name="perAccount" label={t('redeemBatches.perAccount')}>
          <InputNumber
            min={1}
            max={batchMax}
            precision={0}
            placeholder={t('redeemBatches.perAccountPlaceholder')}
            className={styles.full ?? ''}
          />
        </Form.Item>
      </div>
      <StockNote form={form} list={shelf?.list ?? []} />
    </FormDialog>
  );
}

/** The two gifts as tiles; antd's Form.Item hands value and change. */
function GiftChoice({ value, onChange }: { value?: Fields['gives']; onChange?: (gives: Fields['gives']) => void }) {
  const { t } = useTranslation();
  return (
    <Choice<Fields['gives']>
      legend={t('redeemBatches.give')}
      options={[
        { value: 'phone', title: t('redeemBatches.phoneTile'), children: t('redeemBatches.phoneTileText') },
        { value: 'days', title: t('redeemBatches.daysTile'), children: t('redeemBatches.daysTileText') },
      ]}
      value={value}
      onChange={(gives) => onChange?.(gives)}
    />
  );
}

const stockOf = ({ free }: Configuration): number => free.reduce((sum, { count }) => sum + count, 0);

interface SelectProps {
  list: readonly Configuration[];
  id?: string;
  value?: number;
  onChange?: (id: number | undefined) => void;
}

function ConfigurationSelect({ list, ...field }: SelectProps) {
  const { t } = useTranslation();
  return (
    <Select<number>
      {...field}
      allowClear
      placeholder={t('redeemBatches.anyConfiguration')}
      options={list.map((one) => ({
        value: one.configurationId,
        label: `${one.name} · ${t('redeemBatches.stock', { n: stockOf(one) })}`,
      }))}
    />
  );
}

/** More codes for new phones than there are phones: some will have to wait. */
function StockNote({ form, list }: { form: FormInstance<Fields>; list: readonly Configuration[] }) {
  const { t } = useTranslation();
  const [gives, id, count] = [
    Form.useWatch('gives', form),
    Form.useWatch('configurationId', form),
    Form.useWatch('count', form),
  ];
  const chosen = list.find(({ configurationId }) => configurationId === id);
  if (gives !== 'phone' || !chosen || (count ?? 0) <= stockOf(chosen)) return null;
  return <Note tone="warning">{t('redeemBatches.stockShort', { n: stockOf(chosen) })}</Note>;
}
