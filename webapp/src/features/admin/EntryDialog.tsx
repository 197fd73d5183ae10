// A new entry of a dictionary; with another name it begins a new dictionary.
import { Form, Input, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { useCreateEntryMutation } from './api';

interface Fields {
  dictType: string;
  dictValue: string;
  dictLabel: string;
  labelEn: string;
  dictSort: number | null;
}

interface Props {
  /** Empty: the dictionary is new, too. */
  dictType: string;
  onMade: (dictType: string) => void;
  onClose: () => void;
}

export default function EntryDialog({ dictType, onMade, onClose }: Props) {
  const { t } = useTranslation();
  const [create] = useCreateEntryMutation();
  const submit = async (fields: Fields): Promise<CallFault | undefined> => {
    const { error } = await create({ ...fields, dictSort: fields.dictSort ?? 0, status: '0', isDefault: 'N' });
    if (!error) onMade(fields.dictType);
    return error as CallFault | undefined;
  };
  return (
    <FormDialog<Fields>
      open
      title={dictType ? t('admin.addTitle') : t('admin.newType')}
      initial={{ dictType, dictValue: '', dictLabel: '', labelEn: '', dictSort: 0 }}
      submit={t('admin.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="dictType" label={t('admin.dictionary')}>
        <Input maxLength={100} disabled={dictType !== ''} autoComplete="off" />
      </Form.Item>
      <Form.Item name="dictValue" label={t('admin.entry')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="dictLabel" label={t('admin.label')}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="labelEn" label={t('admin.labelEn')}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="dictSort" label={t('admin.sort')}>
        <InputNumber min={0} max={9999} precision={0} />
      </Form.Item>
    </FormDialog>
  );
}
