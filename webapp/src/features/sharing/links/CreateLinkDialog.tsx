// Makes a link to a phone, then shows it.
import { Form, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import type { Answer } from '@/core/operations';
import { FormDialog } from '@/ui/FormDialog';
import { useNow } from '@/ui/useNow';
import { UntilField } from '../UntilField';
import { dayOf, type UntilFields, untilOf } from '../until';
import { useCreateShareLinkMutation } from './api';
import { ViewersField } from './LinkFields';
import { LinkShown } from './LinkShown';
import styles from './Links.module.css';

const MINUTE_MS = 60_000;
const VIEWERS = 20;
const HOURS = 3;

interface Fields extends UntilFields {
  viewersMax: number;
  passcode: boolean;
}

interface Props {
  open: boolean;
  phones: readonly { phoneId: number; owlId: string; phoneAlias: string; expireTime: number }[];
  onDone: () => void;
  onClose: () => void;
}

export default function CreateLinkDialog({ open, phones, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const now = useNow(MINUTE_MS);
  const [create] = useCreateShareLinkMutation();
  const [made, setMade] = useState<Answer<'create_share_link'> | null>(null);
  const [phone] = phones;
  if (!phone) return null;
  const name = phone.phoneAlias || phone.owlId;
  if (made) return <LinkShown {...{ open, name, onClose }} {...made} />;

  const submit = async ({ viewersMax, passcode, ...until }: Fields): Promise<CallFault | 'stay'> => {
    const { data, error } = await create({ phoneId: phone.phoneId, viewersMax, passcode, ...untilOf(until) });
    if (!data) return error as CallFault;
    setMade(data);
    onDone();
    return 'stay';
  };
  return (
    <FormDialog<Fields>
      open={open}
      title={t('links.titleOf', { name })}
      initial={{ ends: 'hours', day: dayOf(now), hours: HOURS, viewersMax: VIEWERS, passcode: false }}
      submit={t('links.create')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.note}>{t('links.text')}</p>
      <UntilField rentalEnd={phone.expireTime} now={now} />
      <ViewersField />
      <Form.Item name="passcode" label={t('links.askPasscode')} valuePropName="checked" layout="horizontal">
        <Switch />
      </Form.Item>
    </FormDialog>
  );
}
