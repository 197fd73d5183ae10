// Changes a link: its end, how many watch, and its passcode.
import { Form, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { useNow } from '@/ui/time/useNow';
import { UntilField } from '../UntilField';
import { dayOf, type UntilFields, untilOf } from '../until';
import { type Link, nameOf, useUpdateShareLinkMutation } from './api';
import { ViewersField } from './LinkFields';
import { LinkShown } from './LinkShown';

const MINUTE_MS = 60_000;

interface Fields extends UntilFields {
  viewersMax: number;
  passcode: 'keep' | 'renew' | 'remove';
}

export function ChangeLinkDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const now = useNow(MINUTE_MS);
  const [update] = useUpdateShareLinkMutation();
  const [renewed, setRenewed] = useState<{ passcode: string; untilTime: number } | null>(null);
  const name = nameOf(link);
  if (renewed) return <LinkShown name={name} path={link.path} {...renewed} onClose={onClose} />;
  const initial: Fields = {
    ends: 'day',
    day: dayOf(link.untilTime),
    hours: 1,
    viewersMax: link.viewersMax,
    passcode: 'keep',
  };
  const submit = async ({ viewersMax, passcode, ...until }: Fields): Promise<CallFault | 'stay' | undefined> => {
    // A day that was left as it was leaves the end as it is, to the second.
    const same = until.ends === 'day' && until.day === initial.day;
    const { data, error } = await update({
      linkId: link.linkId,
      viewersMax: link.trial ? 1 : viewersMax,
      ...(same ? {} : untilOf(until)),
      ...(passcode === 'keep' ? {} : { passcode }),
    });
    if (!data) return error as CallFault;
    toasts.done(t('links.changed'));
    if (data.passcode === null) return undefined;
    setRenewed({ passcode: data.passcode, untilTime: data.untilTime });
    return 'stay';
  };
  const choices = link.passcode ? (['keep', 'renew', 'remove'] as const) : (['keep', 'renew'] as const);
  return (
    <FormDialog<Fields>
      open
      title={t('links.changeTitle', { name })}
      initial={initial}
      submit={t('sharing.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <UntilField rentalEnd={null} now={now} />
      {link.trial ? null : <ViewersField />}
      <Form.Item name="passcode" label={t('links.passcode')}>
        <Radio.Group
          options={choices.map((value) => ({
            value,
            label: t(`links.${value}${link.passcode ? '' : 'None'}` as 'links.keep'),
          }))}
        />
      </Form.Item>
    </FormDialog>
  );
}
