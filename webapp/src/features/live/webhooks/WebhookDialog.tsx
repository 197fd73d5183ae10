// A webhook: its name, its address and what it is told. The server judges the address, and what it says stands at the field.
import { Checkbox, Form, type FormInstance, Input } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerCode } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { checkName } from '@/core/rules';
import tokens from '@/features/member/Tokens.module.css';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { fieldRule } from '@/ui/fields/fieldRule';
import { useCreateWebhookMutation, useUpdateWebhookMutation, type Webhook } from './api';
import { allKinds, type Kind, kindTexts, kindTitles } from './words';

const EMPTY = { name: '', url: 'https://', kinds: [...allKinds] };
type Fields = { name: string; url: string; kinds: Kind[] };

interface Props {
  /** Webhook to change; `new` makes one. */
  edited: Webhook | 'new' | null;
  /** Given the secret of a new one: nobody sees it again. */
  onMade: (secret: string) => void;
  onClose: () => void;
}

export function WebhookDialog({ edited, onMade, onClose }: Props) {
  const { t } = useTranslation();
  const [create, { reset }] = useCreateWebhookMutation();
  const [update] = useUpdateWebhookMutation();
  const held = useRef<FormInstance<Fields> | null>(null);
  const old = edited === 'new' ? null : edited;

  const submit = async (fields: Fields): Promise<CallFault | 'stay' | undefined> => {
    const answer = old ? await update({ webhookId: old.webhookId, ...fields }) : await create(fields);
    if (!old && answer.data) onMade((answer.data as { secret: string }).secret);
    // Nothing keeps the text but the dialog that shows it.
    reset();
    const fault = answer.error as CallFault | undefined;
    if (fault?.code !== AnswerCode.WEBHOOK_ADDRESS) return fault;
    held.current?.setFields([{ name: 'url', errors: [fault.message] }]);
    return 'stay';
  };

  return (
    <FormDialog<Fields>
      open={edited !== null}
      title={t(old ? 'webhooks.edit' : 'webhooks.add')}
      initial={old ? { name: old.name, url: old.url, kinds: old.kinds } : EMPTY}
      submit={t(old ? 'webhooks.save' : 'webhooks.add')}
      onSubmit={submit}
      onClose={onClose}
    >
      {(form) => {
        held.current = form;
        return (
          <>
            <Form.Item name="name" label={t('webhooks.name')} rules={[fieldRule(checkName)]}>
              <Input autoComplete="off" placeholder={t('webhooks.nameHint')} />
            </Form.Item>
            <Form.Item
              name="url"
              label={t('webhooks.address')}
              extra={t('webhooks.addressText')}
              validateTrigger="onBlur"
              rules={[{ required: true, message: t('webhooks.addressNeeded') }]}
            >
              <Input type="url" inputMode="url" autoComplete="off" spellCheck={false} />
            </Form.Item>
            <Form.Item
              name="kinds"
              label={t('webhooks.kinds')}
              rules={[{ type: 'array', min: 1, message: t('webhooks.kindNeeded') }]}
            >
              <Checkbox.Group className={tokens.scopes ?? ''}>
                {allKinds.map((kind) => (
                  <Checkbox key={kind} value={kind}>
                    {t(kindTitles[kind])}
                    <small className={tokens.means}>{t(kindTexts[kind])}</small>
                  </Checkbox>
                ))}
              </Checkbox.Group>
            </Form.Item>
          </>
        );
      }}
    </FormDialog>
  );
}
