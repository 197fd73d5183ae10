// The form of one way in. Every rule and its words come from wasm; a refusal of the server is said above the button.
import { Button, Form } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths, withRedirect } from '@/app/paths';
import type { Body } from '@/core/operations';
import { checkEmail, checkPhone, checkSignIn } from '@/core/rules';
import { channelCode } from '@/core/storage';
import { fieldRule } from '@/ui/fields/fieldRule';
import { Input } from '@/ui/fields/inputs';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { useSignInMutation } from '../api';
import { carriedAccount, carry } from '../carriedAccount';
import styles from '../Entry.module.css';
import { Agreements, useConsent } from '../fields/Agreements';
import { PasswordField } from '../fields/PasswordField';
import { SubmitButton } from '../fields/SubmitButton';
import { codeUuid, lastTarget } from '../fields/sentCodes';
import { useCaptcha } from '../fields/useCaptcha';
import { Refusal } from '../Refusal';
import { Refused } from '../refusals';
import { useEntering } from '../useEntering';
import type { SignInMethod } from './signInMethods';

// Most sign in by password and solve no picture: these come when they are needed.
const CodeField = lazyWithRetry(async () => ({ default: (await import('../fields/CodeField')).CodeField }), 'button');
const CaptchaField = lazyWithRetry(
  async () => ({ default: (await import('../fields/CaptchaField')).CaptchaField }),
  'button',
);

interface Fields {
  account?: string;
  email?: string;
  password?: string;
  code?: string;
  agreed?: boolean;
}

/** An account of a demo and its password. */
export interface Filled {
  account: string;
  password: string;
}

interface Props {
  way?: SignInMethod;
  /** Filled into the fields whenever it is another. */
  filled?: Filled | null;
  /** Switches to another way, where it is offered. */
  onWay?: (way: SignInMethod) => void;
  /** The agreements were ticked, or no longer are. */
  onAgreed?: (agreed: boolean) => void;
  /** The server wants a picture solved from the start. */
  needsCaptcha?: boolean;
  /** Token of what another provider vouched for, to be bound to the account that signs in. */
  socialToken?: string;
  /** The number to begin with, when no other page brought one. */
  account?: string;
  /** Where to go after, when it is not in the address. */
  redirect?: string | null;
  /** Whether a password lets anybody in: operators may have switched that off. */
  byPassword?: boolean;
  /** Whether the operator lets people register. */
  canRegister?: boolean;
  /** The number has no account: where to make one, when that is not the registration page. */
  onUnknown?: (phone: string) => void;
}

export function SignInForm({
  way = 'password',
  filled = null,
  onWay,
  onAgreed,
  needsCaptcha = false,
  socialToken,
  account = '',
  redirect,
  byPassword = true,
  canRegister = true,
  onUnknown,
}: Props) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [form] = Form.useForm<Fields>();
  const [signIn, { isLoading }] = useSignInMutation();
  const entering = useEntering();
  const consent = useConsent();
  const captcha = useCaptcha('login', needsCaptcha);
  const [tried, setTried] = useState(false);
  const [mailBy, setMailBy] = useState<'password' | 'code'>('code');
  const purpose = socialToken ? 'bind' : 'login';
  const byCode = way === 'sms' || (way === 'email' && mailBy === 'code');

  const { forget } = entering;
  const forgetConsent = consent.forget;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said of one way is not said of the next, and its code opens no other.
  useEffect(() => {
    forget();
    forgetConsent();
    setTried(false);
    form.setFields((['account', 'email', 'password'] as const).map((name) => ({ name, errors: [] })));
    form.setFields([{ name: 'code', value: undefined, errors: [] }]);
  }, [way, mailBy, form]);

  useEffect(() => {
    if (filled) form.setFieldsValue(filled);
  }, [filled, form]);

  const who = ({ account = '', email = '' }: Fields): Body<'sign_in'> =>
    way === 'email'
      ? { email: email.trim() }
      : way === 'sms'
        ? { phone: account.trim() }
        : { userName: account.trim() };
  const proof = ({ account = '', email = '', password = '', code = '' }: Fields): Body<'sign_in'> =>
    byCode
      ? { code, uuid: way === 'email' ? codeUuid(purpose, 'email', email) : codeUuid(purpose, 'phone', account) }
      : { password };

  const send = async () => {
    forget();
    consent.forget();
    const fields = form.getFieldsValue(true) as Fields;
    const fault = await entering.settle(
      await signIn({
        ...who(fields),
        ...proof(fields),
        ...(byCode ? {} : captcha.body(form)),
        channelCode: channelCode.get(),
        agreed: true,
        ...consent.versions,
        ...(socialToken ? { socialToken } : {}),
      }),
      way,
      redirect,
    );
    if (consent.changed(fault)) {
      form.setFieldValue('agreed', false);
      onAgreed?.(false);
    }
    if (fault && !byCode) captcha.refused(fault);
  };

  const agreeAndSend = () => {
    form.setFieldValue('agreed', true);
    void send();
  };

  const register = () => {
    const phone = (form.getFieldValue('account') as string | undefined) ?? '';
    if (onUnknown) onUnknown(phone);
    else void navigate(withRedirect(paths.register, query.get('redirect')), { state: carry(phone) });
  };

  return (
    <Form
      form={form}
      layout="vertical"
      size="large"
      initialValues={initialFields(carriedAccount(state) || account, purpose)}
      requiredMark={false}
      validateTrigger={tried ? 'onChange' : 'onSubmit'}
      scrollToFirstError={{ focus: true }}
      onFinish={({ agreed }) => {
        if (!isLoading && consent.given(agreed === true)) void send();
      }}
      onFinishFailed={() => setTried(true)}
      onValuesChange={({ agreed }: Fields) => {
        if (agreed !== undefined) onAgreed?.(agreed);
      }}
      className={styles.form}
    >
      {way === 'email' ? (
        <Form.Item key="email" name="email" label={t('signIn.email')} rules={[fieldRule(checkEmail)]}>
          <Input type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} maxLength={100} />
        </Form.Item>
      ) : way === 'sms' ? (
        <Form.Item key="phone" name="account" label={t('signIn.phone')} rules={[fieldRule(checkPhone)]}>
          <Input type="tel" autoComplete="tel" maxLength={24} />
        </Form.Item>
      ) : (
        <Form.Item
          key="account"
          name="account"
          label={t('signIn.account')}
          rules={[fieldRule((account) => checkSignIn(account, 'x', true).account ?? undefined)]}
        >
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={80} />
        </Form.Item>
      )}
      <div className={styles.withAside}>
        {byCode ? (
          <Suspense fallback={<div className={styles.comingField} />}>
            <CodeField
              key={way}
              purpose={purpose}
              target={way === 'email' ? { kind: 'email', field: 'email' } : { kind: 'phone', field: 'account' }}
              onComplete={() => form.submit()}
              offer={(fault) =>
                byPassword && fault.code === Refused.dailyCap ? (
                  <Button
                    type="link"
                    size="small"
                    onClick={() => (way === 'email' ? setMailBy('password') : onWay?.('password'))}
                  >
                    {t('signIn.usePassword')}
                  </Button>
                ) : null
              }
            />
          </Suspense>
        ) : (
          <PasswordField
            name="password"
            label={t('signIn.password')}
            rules={[fieldRule((password) => checkSignIn('x', password, true).password ?? undefined)]}
            autoComplete="current-password"
          />
        )}
        {way === 'email' && byPassword ? (
          <button
            type="button"
            className={`owl-plain-button ${styles.aside}`}
            onClick={() => setMailBy(byCode ? 'password' : 'code')}
          >
            {byCode ? t('signIn.usePassword') : t('signIn.useCode')}
          </button>
        ) : byCode ? null : (
          <Link className={styles.aside} to={withRedirect(paths.reset, query.get('redirect'))}>
            {t('signIn.forgot')}
          </Link>
        )}
      </div>
      {/* A code was paid for with a picture of its own. */}
      {captcha.shown && !byCode ? (
        <Suspense fallback={<div className={styles.comingField} />}>
          <CaptchaField captcha={captcha} focus={!needsCaptcha} />
        </Suspense>
      ) : null}
      <Agreements consent={consent} goOn={t('signIn.agreeAndGo')} onAgree={agreeAndSend} />
      <Refusal fault={entering.refused}>
        {canRegister && entering.refused?.code === Refused.unregistered && way === 'sms' ? (
          <Button type="link" size="small" onClick={register}>
            {t('signIn.registerInstead')}
          </Button>
        ) : null}
      </Refusal>
      <SubmitButton busy={isLoading}>{socialToken ? t('bind.signIn') : t('signIn.submit')}</SubmitButton>
    </Form>
  );
}

/** The number that another page brought along, or the one whose code is on its way. */
function initialFields(carried: string, purpose: 'login' | 'bind'): Fields {
  const now = Date.now();
  return {
    account: carried || lastTarget(purpose, 'phone', now),
    email: lastTarget(purpose, 'email', now),
    agreed: false,
  };
}
