// The form: account, password, agreement. Every rule and its words come from wasm; a refusal of the server is said above the button.
import { App, Button, Checkbox, Form, Input } from 'antd';
import { ArrowBigUp, CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { safeRedirect } from '@/app/paths';
import { type CallFault, Code } from '@/core/http';
import { checkSignIn } from '@/core/rules';
import { beginSession } from '@/core/session';
import { channelCode } from '@/core/storage';
import { faultWords } from '@/ui/faultWords';
import { Agreements } from './Agreements';
import { useSignInMutation } from './api';
import styles from './SignInPage.module.css';

interface Fields {
  account: string;
  password: string;
  agreed: boolean;
}

const EMPTY: Fields = { account: '', password: '', agreed: false };

/** One field's rule: the rules check the whole form, the field shows its own part. */
const ruled = (field: 'account' | 'password') => ({
  validator: (_: unknown, value: string | undefined) => {
    const fault = checkSignIn(
      field === 'account' ? (value ?? '') : '',
      field === 'password' ? (value ?? '') : '',
      true,
    )[field];
    return fault ? Promise.reject(new Error(fault)) : Promise.resolve();
  },
});

export function SignInForm() {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [form] = Form.useForm<Fields>();
  const [signIn, { isLoading }] = useSignInMutation();
  const [refused, setRefused] = useState<CallFault | null>(null);
  const [unticked, setUnticked] = useState<{ text: string; times: number } | null>(null);
  const [tried, setTried] = useState(false);
  const [capsLock, setCapsLock] = useState(false);

  const send = async ({ account, password }: Fields) => {
    setRefused(null);
    setUnticked(null);
    const answer = await signIn({ userName: account.trim(), password, channelCode: channelCode.get() });
    if (answer.data) {
      beginSession(answer.data);
      await navigate(safeRedirect(query.get('redirect')), { replace: true });
      return;
    }
    const fault = answer.error as CallFault;
    if (fault.code === Code.memberDisabled) {
      modal.error({ title: t('common.tip'), content: fault.message || t('signIn.disabled'), okText: t('common.ok') });
    } else {
      setRefused(fault);
    }
  };

  const onFinish = (fields: Fields) => {
    const fault = checkSignIn(fields.account, fields.password, fields.agreed).agreed;
    if (fault) setUnticked((before) => ({ text: fault, times: (before?.times ?? 0) + 1 }));
    else void send(fields);
  };

  const agreeAndSend = () => {
    form.setFieldValue('agreed', true);
    void send(form.getFieldsValue());
  };

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <Form
      form={form}
      layout="vertical"
      size="large"
      initialValues={EMPTY}
      requiredMark={false}
      validateTrigger={tried ? 'onChange' : 'onSubmit'}
      scrollToFirstError
      onFinish={onFinish}
      onFinishFailed={() => setTried(true)}
      className={styles.form}
    >
      <Form.Item name="account" label={t('signIn.account')} rules={[ruled('account')]}>
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={80} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('signIn.password')}
        rules={[ruled('password')]}
        extra={capsLock ? <CapsLockHint /> : null}
      >
        <Input.Password
          autoComplete="current-password"
          iconRender={(shown) =>
            shown ? <Eye size={16} aria-label={t('signIn.hide')} /> : <EyeOff size={16} aria-label={t('signIn.show')} />
          }
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
        />
      </Form.Item>
      <div key={unticked?.times ?? 0} className={unticked ? styles.shake : undefined}>
        <div className={styles.agreeRow}>
          <Form.Item name="agreed" valuePropName="checked" noStyle>
            <Checkbox onChange={() => setUnticked(null)} aria-label={t('signIn.agreeAll')} />
          </Form.Item>
          <Agreements />
        </div>
        {unticked ? (
          <p className={styles.unticked} role="alert">
            {unticked.text}
            <Button type="link" size="small" onClick={agreeAndSend}>
              {t('signIn.agreeAndGo')}
            </Button>
          </p>
        ) : null}
      </div>
      {refused ? (
        <div className={styles.refused} role="alert">
          <CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />
          <p>
            {faultWords(refused, t)}
            {refused.kind === 'format' && refused.requestId ? (
              <small className="owl-mono">{t('fault.requestId', { id: refused.requestId })}</small>
            ) : null}
          </p>
        </div>
      ) : null}
      <Button type="primary" htmlType="submit" block loading={isLoading} className={styles.submit}>
        {t('signIn.submit')}
      </Button>
    </Form>
  );
}

function CapsLockHint() {
  const { t } = useTranslation();
  return (
    <span className={styles.caps} role="status">
      <ArrowBigUp size={14} aria-hidden="true" />
      {t('signIn.capsLock')}
    </span>
  );
}
