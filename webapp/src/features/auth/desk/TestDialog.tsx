// One message to a number or an address, and what its service answered, said in the dialog itself.
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { checkedByServer, showFieldFault } from '@/ui/fields/fieldFault';
import { type SenderTest, useTestSenderMutation } from './api';
import styles from './SignInDesk.module.css';

interface Fields {
  to: string;
}

export default function TestDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Fields>();
  const [test] = useTestSenderMutation();
  const [tried, setTried] = useState<SenderTest | null>(null);
  const submit = async ({ to }: Fields): Promise<CallFault | 'stay'> => {
    setTried(null);
    const { data, error } = await test(to ?? '');
    if (data) {
      setTried(data);
      return 'stay';
    }
    const fault = error as CallFault;
    return showFieldFault(form, ['to'], fault) ? 'stay' : fault;
  };
  return (
    <FormDialog<Fields>
      open
      form={form}
      title={t('signInDesk.testTitle')}
      initial={{ to: '' }}
      submit={t('signInDesk.send')}
      // The typed number or address is worth nothing once the dialog is left: leaving asks nothing.
      onDraft={() => {}}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.quiet}>{t('signInDesk.testText')}</p>
      <Form.Item name="to" label={t('signInDesk.to')} rules={[checkedByServer]} extra={t('signInDesk.testLimit')}>
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <div role="status">
        {tried ? (
          <div className={styles.tried} data-taken={tried.outcome === 'taken'}>
            <b>{t(`signInDesk.outcomes.${tried.outcome}`)}</b>
            <p>
              {t('signInDesk.answered', { channel: t(`signInDesk.channels.${tried.channel}`), ms: tried.tookMs })}{' '}
              <code className="owl-mono">{tried.answer}</code>
            </p>
          </div>
        ) : null}
      </div>
    </FormDialog>
  );
}
