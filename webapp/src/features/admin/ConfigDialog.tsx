// A new value for operators' own programs.
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { useCreateConfigMutation } from './api';

interface Fields {
  configName: string;
  configKey: string;
  configValue: string;
  remark: string;
}

const EMPTY: Fields = { configName: '', configKey: '', configValue: '', remark: '' };

export default function ConfigDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [create] = useCreateConfigMutation();
  const submit = async (fields: Fields): Promise<CallFault | undefined> => {
    const { error } = await create(fields);
    return error as CallFault | undefined;
  };
  return (
    <FormDialog<Fields>
      open
      title={t('admin.addTitle')}
      initial={EMPTY}
      submit={t('admin.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="configName" label={t('admin.name')}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="configKey" label={t('admin.key')} extra={t('admin.keyHint')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="configValue" label={t('admin.value')}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} maxLength={500} />
      </Form.Item>
      <Form.Item name="remark" label={t('admin.remark')}>
        <Input maxLength={500} />
      </Form.Item>
    </FormDialog>
  );
}
