// A configuration's facts, as members see them: made, or changed.
import { Form, Input, InputNumber, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { padTypes } from '@/features/phones/padTypes';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { checkedByServer, showFieldFault } from '@/ui/fields/fieldFault';
import {
  type ConfigurationBody,
  type StoredConfiguration,
  useCreateConfigurationMutation,
  useUpdateConfigurationMutation,
} from './api';
import styles from './Prices.module.css';

const WIDTH_PX = 560;

type Fields = Omit<ConfigurationBody, 'configurationId' | 'version'>;
const names = [
  'nameZh',
  'nameEn',
  'code',
  'androidVersion',
  'chip',
  'cores',
  'memoryMb',
  'storageGb',
  'padType',
  'dpi',
] as const satisfies readonly (keyof Fields)[];

const fresh: Fields = {
  nameZh: '',
  nameEn: '',
  code: '',
  androidVersion: '',
  chip: '',
  cores: 4,
  memoryMb: 4096,
  storageGb: 64,
  padType: 5,
  dpi: 320,
  onSale: true,
};

/** Form fields of a configuration. */
export const factsOf = (kept: StoredConfiguration): Fields => ({
  nameZh: kept.nameZh,
  nameEn: kept.nameEn,
  code: kept.code,
  androidVersion: kept.androidVersion,
  chip: kept.chip,
  cores: kept.cores,
  memoryMb: kept.memoryMb,
  storageGb: kept.storageGb,
  padType: kept.padType,
  dpi: kept.dpi,
  onSale: kept.onSale,
});

interface Props {
  /** None: a new one. */
  kept?: StoredConfiguration;
  onMade?: (configurationId: number) => void;
  onClose: () => void;
}

export default function ConfigurationDialog({ kept, onMade, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [form] = Form.useForm<Fields>();
  const [create] = useCreateConfigurationMutation();
  const [update] = useUpdateConfigurationMutation();
  const send = async (fields: Fields): Promise<CallFault | 'stay' | undefined> => {
    const { configurationId, version } = kept ?? {};
    const { data, error } =
      configurationId !== undefined && version !== undefined
        ? await update({ ...fields, configurationId, version })
        : await create(fields);
    const fault = error as CallFault | undefined;
    if (fault) return showFieldFault(form, names, fault) ? 'stay' : fault;
    toasts.done(t(kept ? 'prices.changedDone' : 'prices.madeDone'));
    if (data) onMade?.(data.configurationId);
    return undefined;
  };
  const text = (name: 'nameZh' | 'nameEn' | 'code' | 'androidVersion' | 'chip', lang?: string) => (
    <Form.Item name={name} label={t(`prices.fields.${name}`)} rules={[checkedByServer]}>
      <Input autoComplete="off" {...(lang ? { lang } : {})} />
    </Form.Item>
  );
  const whole = (name: 'cores' | 'memoryMb' | 'storageGb' | 'dpi') => (
    <Form.Item name={name} label={t(`prices.fields.${name}`)} rules={[checkedByServer]}>
      <InputNumber className={styles.whole ?? ''} precision={0} min={0} controls={false} />
    </Form.Item>
  );
  return (
    <FormDialog<Fields>
      open
      form={form}
      title={t(kept ? 'prices.changeTitle' : 'prices.makeTitle')}
      width={WIDTH_PX}
      initial={kept ? factsOf(kept) : fresh}
      submit={t(kept ? 'prices.changeDo' : 'prices.makeDo')}
      onSubmit={send}
      onClose={onClose}
    >
      <div className={styles.pair}>
        {text('nameZh', 'zh-CN')}
        {text('nameEn', 'en')}
        {text('code')}
        {text('androidVersion')}
        {text('chip')}
        <Form.Item name="padType" label={t('prices.fields.padType')} rules={[checkedByServer]}>
          <Select options={padTypes.map((key, type) => ({ value: type, label: t(key) }))} />
        </Form.Item>
        {whole('cores')}
        {whole('memoryMb')}
        {whole('storageGb')}
        {whole('dpi')}
      </div>
      <Form.Item name="onSale" label={t('prices.fields.onSale')} valuePropName="checked" extra={t('prices.onSaleText')}>
        <Switch />
      </Form.Item>
    </FormDialog>
  );
}
