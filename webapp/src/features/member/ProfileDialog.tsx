// Nickname, gender, birthday, location and channel code. Only what was changed is sent.
import { Form, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { checkBirthday, checkChannelCode, checkLocation, checkNickname, constants } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { CountedInput } from '@/ui/fields/CountedInput';
import { fieldRule } from '@/ui/fields/fieldRule';
import { type Member, useUpdateProfileMutation } from './api';

interface Props {
  open: boolean;
  member: Member;
  onClose: () => void;
}

type Fields = Pick<Member, 'nickname' | 'sex' | 'birthday' | 'location' | 'channelCode'>;

/** The fields whose values differ. */
function changed(before: Fields, after: Fields): Partial<Fields> {
  const keys = Object.keys(before) as (keyof Fields)[];
  return Object.fromEntries(keys.filter((key) => after[key] !== before[key]).map((key) => [key, after[key]]));
}

export function ProfileDialog({ open, member, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [update] = useUpdateProfileMutation();
  const { nickname, sex, birthday, location, channelCode } = member;
  const initial: Fields = { nickname, sex, birthday, location, channelCode };
  const { nicknameMaxChars, locationMaxChars } = constants();

  const save = async (values: Fields): Promise<CallFault | undefined> => {
    const change = changed(initial, values);
    if (Object.keys(change).length === 0) return undefined;
    const { error } = await update(change);
    if (!error) toasts.done(t('account.profile.saved'));
    return error as CallFault | undefined;
  };

  return (
    <FormDialog<Fields>
      open={open}
      title={t('account.profile.edit')}
      initial={initial}
      submit={t('account.profile.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item name="nickname" label={t('account.nickname')} rules={[fieldRule(checkNickname)]}>
        <CountedInput max={nicknameMaxChars} autoComplete="nickname" />
      </Form.Item>
      <Form.Item name="sex" label={t('account.gender')}>
        <Radio.Group
          options={[
            { value: 1, label: t('account.sex.male') },
            { value: 2, label: t('account.sex.female') },
            { value: 0, label: t('account.sex.unknown') },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="birthday"
        label={t('account.birthday')}
        rules={[fieldRule((text) => checkBirthday(text, Date.now()))]}
        extra={t('account.birthdayHint')}
      >
        <Input placeholder="1996/11/11" autoComplete="bday" inputMode="numeric" maxLength={10} />
      </Form.Item>
      <Form.Item name="location" label={t('account.location')} rules={[fieldRule(checkLocation)]}>
        <CountedInput max={locationMaxChars} autoComplete="address-level2" />
      </Form.Item>
      <Form.Item name="channelCode" label={t('account.channelCode')} rules={[fieldRule(checkChannelCode)]}>
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
    </FormDialog>
  );
}
