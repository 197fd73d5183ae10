// A new account, or a change of one.
import { skipToken } from '@reduxjs/toolkit/query';
import { Form, Input, Segmented } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { checkEmail, checkNickname, checkPhone } from '@/core/rules';
import { NewPasswordField } from '@/features/auth/NewPasswordFields';
import { FormDialog } from '@/ui/FormDialog';
import { faultWords } from '@/ui/faultWords';
import { type Check, ruled } from '@/ui/ruled';
import { useToasts } from '@/ui/Toasts';
import { type User, useCreateUserMutation, useGetUserQuery, useUpdateUserMutation } from './api';

interface Values {
  userName: string;
  nickName: string;
  phonenumber: string;
  email: string;
  sex: string;
  password: string;
}

const EMPTY: Values = { userName: '', nickName: '', phonenumber: '', email: '', sex: '2', password: '' };

/** What may be left out is checked only where something stands. */
const ifTyped =
  (check: Check): Check =>
  (text) =>
    text.trim() ? check(text) : undefined;

interface Props {
  /** Whose account is changed; a new one without it. */
  userId?: number;
  onClose: () => void;
}

export default function UserDialog({ userId, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { data, error } = useGetUserQuery(userId ?? skipToken, { refetchOnMountOrArgChange: true });
  useEffect(() => {
    if (!error) return;
    toasts.failed(faultWords(error as CallFault, t));
    onClose();
  }, [error, toasts, t, onClose]);
  if (userId === undefined) return <Fields onClose={onClose} />;
  return data ? <Fields user={data} onClose={onClose} /> : null;
}

function Fields({ user, onClose }: { user?: User; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [create] = useCreateUserMutation();
  const [update] = useUpdateUserMutation();
  const submit = async ({ password, nickName, ...fields }: Values): Promise<CallFault | undefined> => {
    const named = nickName.trim() ? { ...fields, nickName } : fields;
    const { error } = user
      ? await update({ ...named, userId: user.userId })
      : await create({ ...named, ...(password ? { password } : {}) });
    if (!error) toasts.done(user ? t('admin.saved') : t('users.added', { name: nickName || fields.userName }));
    return error as CallFault | undefined;
  };
  const initial: Values = user
    ? { ...user, userName: user.userName === user.phonenumber ? '' : user.userName, password: '' }
    : EMPTY;
  return (
    <FormDialog<Values>
      open
      title={user ? t('users.changeTitle', { name: user.nickName || user.userName }) : t('members.add')}
      initial={initial}
      submit={user ? t('admin.save') : t('members.add')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="phonenumber" label={t('users.number')} rules={[ruled(ifTyped(checkPhone))]}>
        <Input inputMode="numeric" autoComplete="off" maxLength={11} />
      </Form.Item>
      <Form.Item name="userName" label={t('users.userName')} extra={t('users.userNameHint')}>
        <Input autoComplete="off" maxLength={50} />
      </Form.Item>
      <Form.Item name="nickName" label={t('users.nickName')} rules={[ruled(ifTyped(checkNickname))]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="email" label={t('users.email')} rules={[ruled(ifTyped(checkEmail))]}>
        <Input inputMode="email" autoComplete="off" />
      </Form.Item>
      <Form.Item name="sex" label={t('users.sex')}>
        <Segmented
          aria-label={t('users.sex')}
          options={(['2', '0', '1'] as const).map((value) => ({ value, label: t(`users.sexes.${value}`) }))}
        />
      </Form.Item>
      {user ? null : <NewPasswordField label={t('users.password')} hint={t('users.passwordHint')} optional />}
    </FormDialog>
  );
}
