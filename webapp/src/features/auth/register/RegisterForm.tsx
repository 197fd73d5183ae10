// A new account: number, code, password twice, agreements. A number that has an account goes on to sign-in with one click.
import { Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths, withRedirect } from '@/app/paths';
import { Code } from '@/core/http';
import { checkPhone } from '@/core/rules';
import { channelCode } from '@/core/storage';
import { fieldRule } from '@/ui/fields/fieldRule';
import { Input } from '@/ui/fields/inputs';
import { useRegisterMutation } from '../api';
import { carriedAccount, carry } from '../carriedAccount';
import styles from '../Entry.module.css';
import { Agreements, useConsent } from '../fields/Agreements';
import { CodeField } from '../fields/CodeField';
import { NewPasswordFields } from '../fields/NewPasswordFields';
import { SubmitButton } from '../fields/SubmitButton';
import { codeUuid, lastTarget } from '../fields/sentCodes';
import { Refusal } from '../Refusal';
import { Refused } from '../refusals';
import { useEntering } from '../useEntering';

interface Fields {
  phone: string;
  code: string;
  password: string;
  confirmation: string;
  agreed: boolean;
}

interface Props {
  /** Token of what another provider vouched for, to be bound to the new account. */
  socialToken?: string;
  /** The number to begin with, when no other page brought one. */
  account?: string;
  /** Where to go after, when it is not in the address. */
  redirect?: string | null;
  /** The number has an account: where to sign in to it, when that is not the sign-in page. */
  onKnown?: (phone: string) => void;
}

export function RegisterForm({ socialToken, account = '', redirect, onKnown }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { state } = useLocation();
  const [form] = Form.useForm<Fields>();
  const [register, { isLoading }] = useRegisterMutation();
  const entering = useEntering();
  const consent = useConsent();
  const [tried, setTried] = useState(false);

  const send = async () => {
    entering.forget();
    consent.forget();
    const { phone, code, password } = form.getFieldsValue();
    const fault = await entering.settle(
      await register({
        phone: phone.trim(),
        // Registration names the account after its number.
        userName: phone.trim(),
        password,
        code,
        uuid: codeUuid('register', 'phone', phone),
        channelCode: channelCode.get(),
        agreed: true,
        ...consent.versions,
        ...(socialToken ? { socialToken } : {}),
      }),
      'password',
      redirect,
    );
    if (consent.changed(fault)) form.setFieldValue('agreed', false);
  };
  const toSignIn = () => {
    const phone = form.getFieldValue('phone') as string;
    if (onKnown) onKnown(phone);
    else void navigate(withRedirect(paths.signIn, query.get('redirect')), { state: carry(phone) });
  };

  return (
    <Form
      form={form}
      layout="vertical"
      size="large"
      initialValues={{
        phone: carriedAccount(state) || account || lastTarget('register', 'phone', Date.now()),
        agreed: false,
      }}
      requiredMark={false}
      validateTrigger={tried ? 'onChange' : 'onSubmit'}
      scrollToFirstError={{ focus: true }}
      onFinish={({ agreed }) => {
        if (!isLoading && consent.given(agreed)) void send();
      }}
      onFinishFailed={() => setTried(true)}
      className={styles.form}
    >
      <Form.Item name="phone" label={t('signIn.phone')} rules={[fieldRule(checkPhone)]}>
        <Input type="tel" autoComplete="tel" maxLength={24} />
      </Form.Item>
      <CodeField
        purpose="register"
        target={{ kind: 'phone', field: 'phone' }}
        offer={(fault) =>
          fault.code === Refused.dailyCap ? (
            <Link to={withRedirect(paths.signIn, query.get('redirect'))} state={carry(form.getFieldValue('phone'))}>
              {t('signIn.usePassword')}
            </Link>
          ) : null
        }
      />
      <NewPasswordFields label={t('newPassword.label')} />
      <Agreements
        consent={consent}
        goOn={t('register.agreeAndGo')}
        onAgree={() => {
          form.setFieldValue('agreed', true);
          void send();
        }}
      />
      <Refusal fault={entering.refused}>
        {entering.refused?.code === Refused.registered ? (
          <Button type="link" size="small" onClick={toSignIn}>
            {t('register.toSignIn')}
          </Button>
        ) : entering.refused?.kind === 'format' || entering.refused?.code === Code.fault ? (
          // The cause is not the member's doing: the words say only what became of the form.
          <p className="owl-prose">{t('register.failed')}</p>
        ) : null}
      </Refusal>
      <SubmitButton busy={isLoading}>{socialToken ? t('bind.register') : t('register.submit')}</SubmitButton>
    </Form>
  );
}
