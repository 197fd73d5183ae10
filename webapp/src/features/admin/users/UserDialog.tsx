// A new account, or a change of one.
import { skipToken } from '@reduxjs/toolkit/query';
import { Form, Input, Segmented } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallFault, Code } from '@/core/http';
import { checkEmail, checkNickname, checkPhone } from '@/core/rules';
import { NewPasswordField } from '@/features/auth/fields/NewPasswordFields';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { checkedByServer } from '@/ui/fields/fieldFault';
import { type Check, fieldRule } from '@/ui/fields/fieldRule';
import { faultWords } from '@/ui/states/faultWords';
import { type User, useCreateUserMutation, useGetUserQuery, useUpdateUserMutation } from './api';

interface Values {
  userName: string;
  nickName: string;
  phonenumber: string;
  email: string;
  sex: string;
  password: string;
}

const seenFields = ['userName', 'nickName', 'phonenumber', 'email', 'sex'] as const satisfies readonly (keyof Values)[];
type Seen = Pick<Values, (typeof seenFields)[number]>;

const seenOf = ({ userName, nickName, phonenumber, email, sex }: Seen): Seen => ({
  userName,
  nickName,
  phonenumber,
  email,
  sex,
});

const EMPTY: Values = { userName: '', nickName: '', phonenumber: '', email: '', sex: '2', password: '' };

/** Field values of an account; a user name that equals the phone number counts as none. */
const valuesOf = (user: Seen): Values => ({
  ...user,
  userName: user.userName === user.phonenumber ? '' : user.userName,
  password: '',
});

/** An optional field is checked only where something stands. */
const ifTyped =
  (check: Check): Check =>
  (text) =>
    text.trim() ? check(text) : undefined;

interface Props {
  /** Account that is changed; without it a new one is made. */
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
  const [form] = Form.useForm<Values>();
  // The account that the dialog was opened with, or that a refusal told of, is the one that is written over.
  const seen = useRef(user && seenOf(user));
  const submit = async ({ password, nickName, ...fields }: Values): Promise<CallFault | 'stay' | undefined> => {
    const named = nickName.trim() ? { ...fields, nickName } : fields;
    const { error } =
      user && seen.current
        ? await update({ ...named, userId: user.userId, seen: seen.current })
        : await create({ ...named, ...(password ? { password } : {}) });
    const fault = error as CallFault | undefined;
    if (fault?.code === Code.changedMeanwhile && seen.current) {
      const { now } = fault.data as { now: Seen };
      const [before, after] = [valuesOf(seen.current), valuesOf(now)];
      seen.current = now;
      form.setFields(
        seenFields
          .filter((name) => after[name] !== before[name])
          .map((name) => ({ name, errors: [t('meanwhile.field', { now: said(name, after[name]) })] })),
      );
      return 'stay';
    }
    if (!fault) toasts.done(user ? t('admin.saved') : t('users.added', { name: nickName || fields.userName }));
    return fault;
  };
  const said = (name: keyof Seen, value: string) =>
    name === 'sex' ? t(`users.sexes.${value as '0' | '1' | '2'}`) : value || t('meanwhile.nothing');
  return (
    <FormDialog<Values>
      open
      form={form}
      title={user ? t('users.changeTitle', { name: user.nickName || user.userName }) : t('members.add')}
      initial={user ? valuesOf(user) : EMPTY}
      submit={user ? t('admin.save') : t('members.add')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="phonenumber" label={t('users.number')} rules={[fieldRule(ifTyped(checkPhone))]}>
        <Input inputMode="numeric" autoComplete="off" maxLength={11} />
      </Form.Item>
      <Form.Item name="userName" label={t('users.userName')} extra={t('users.userNameHint')} rules={[checkedByServer]}>
        <Input autoComplete="off" maxLength={50} />
      </Form.Item>
      <Form.Item name="nickName" label={t('users.nickName')} rules={[fieldRule(ifTyped(checkNickname))]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="email" label={t('users.email')} rules={[fieldRule(ifTyped(checkEmail))]}>
        <Input inputMode="email" autoComplete="off" />
      </Form.Item>
      <Form.Item name="sex" label={t('users.sex')} rules={[checkedByServer]}>
        <Segmented
          aria-label={t('users.sex')}
          options={(['2', '0', '1'] as const).map((value) => ({ value, label: t(`users.sexes.${value}`) }))}
        />
      </Form.Item>
      {user ? null : <NewPasswordField label={t('users.password')} hint={t('users.passwordHint')} optional />}
    </FormDialog>
  );
}
