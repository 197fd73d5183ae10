// A forgotten password: the number is proved by a code, then a new password is set and every device is signed out.
import { Button, Form } from 'antd';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths, withRedirect } from '@/app/paths';
import type { CallFault } from '@/core/http';
import { checkPhone } from '@/core/rules';
import { endSession } from '@/core/session';
import { fieldRule } from '@/ui/fields/fieldRule';
import { Input } from '@/ui/fields/inputs';
import { useCheckCodeMutation, useResetPasswordMutation } from '../api';
import { carriedAccount, carry } from '../carriedAccount';
import styles from '../Entry.module.css';
import { EntryPage } from '../EntryPage';
import { CodeField } from '../fields/CodeField';
import { NewPasswordFields } from '../fields/NewPasswordFields';
import { SubmitButton } from '../fields/SubmitButton';
import { codeUuid, forgetSent, lastTarget } from '../fields/sentCodes';
import { Refusal } from '../Refusal';
import { Refused } from '../refusals';

interface Proof {
  phone: string;
  code: string;
  uuid: string;
}
type Stage = { at: 'prove' } | { at: 'choose'; proof: Proof } | { at: 'done'; phone: string };

const STAGES = ['prove', 'choose'] as const;

export function ResetPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const [stage, setStage] = useState<Stage>({ at: 'prove' });
  const signIn = withRedirect(paths.signIn, query.get('redirect'));
  return (
    <EntryPage
      title={t('reset.title')}
      heading={t('reset.heading')}
      lead={stage.at === 'done' ? null : t('reset.lead')}
    >
      {stage.at === 'done' ? (
        <Done phone={stage.phone} to={signIn} />
      ) : (
        <>
          <ol className={styles.stage}>
            {STAGES.map((each, at) => (
              <li key={each} aria-current={stage.at === each ? 'step' : undefined}>
                {at + 1}. {t(`reset.stage.${each}`)}
              </li>
            ))}
          </ol>
          {stage.at === 'prove' ? (
            <Prove onProved={(proof) => setStage({ at: 'choose', proof })} signIn={signIn} />
          ) : (
            <Choose
              proof={stage.proof}
              register={withRedirect(paths.register, query.get('redirect'))}
              onDone={() => setStage({ at: 'done', phone: stage.proof.phone })}
              onBack={() => setStage({ at: 'prove' })}
            />
          )}
          <p className={styles.elsewhere}>
            {t('reset.remembered')}
            <Link to={signIn}>{t('register.signIn')}</Link>
          </p>
        </>
      )}
    </EntryPage>
  );
}

function Prove({ onProved, signIn }: { onProved: (proof: Proof) => void; signIn: string }) {
  const { t } = useTranslation();
  const { state } = useLocation();
  const [form] = Form.useForm<{ phone: string; code: string }>();
  const [check, { isLoading }] = useCheckCodeMutation();
  const [refused, setRefused] = useState<CallFault | null>(null);
  const [tried, setTried] = useState(false);
  const send = async ({ phone, code }: { phone: string; code: string }) => {
    setRefused(null);
    const proof = { phone: phone.trim(), code, uuid: codeUuid('reset', 'phone', phone) };
    const answer = await check({ ...proof, purpose: 'reset' });
    if (answer.error) setRefused(answer.error as CallFault);
    else onProved(proof);
  };
  return (
    <Form
      form={form}
      layout="vertical"
      size="large"
      initialValues={{ phone: carriedAccount(state) || lastTarget('reset', 'phone', Date.now()) }}
      requiredMark={false}
      validateTrigger={tried ? 'onChange' : 'onSubmit'}
      scrollToFirstError={{ focus: true }}
      onFinish={(fields) => {
        if (!isLoading) void send(fields);
      }}
      onFinishFailed={() => setTried(true)}
      className={styles.form}
    >
      <Form.Item name="phone" label={t('signIn.phone')} rules={[fieldRule(checkPhone)]}>
        <Input type="tel" autoComplete="tel" maxLength={24} />
      </Form.Item>
      <CodeField
        purpose="reset"
        target={{ kind: 'phone', field: 'phone' }}
        onComplete={() => form.submit()}
        offer={(fault) =>
          fault.code === Refused.dailyCap ? (
            <Link to={signIn} state={carry(form.getFieldValue('phone'))}>
              {t('signIn.usePassword')}
            </Link>
          ) : null
        }
      />
      <Refusal fault={refused} />
      <SubmitButton busy={isLoading}>{t('reset.next')}</SubmitButton>
    </Form>
  );
}

interface ChooseProps {
  proof: Proof;
  /** Where whoever has no account makes one. */
  register: string;
  onDone: () => void;
  onBack: () => void;
}

function Choose({ proof, register, onDone, onBack }: ChooseProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ password: string }>();
  const [reset, { isLoading }] = useResetPasswordMutation();
  const [refused, setRefused] = useState<CallFault | null>(null);
  const [tried, setTried] = useState(false);
  const send = async ({ password }: { password: string }) => {
    setRefused(null);
    const answer = await reset({ ...proof, newPassword: password });
    if (answer.error) {
      setRefused(answer.error as CallFault);
      return;
    }
    forgetSent();
    // Every session of the member is over, one in this browser too.
    endSession('left');
    onDone();
  };
  return (
    <Form
      form={form}
      layout="vertical"
      size="large"
      requiredMark={false}
      validateTrigger={tried ? 'onChange' : 'onSubmit'}
      scrollToFirstError={{ focus: true }}
      onFinish={(fields) => {
        if (!isLoading) void send(fields);
      }}
      onFinishFailed={() => setTried(true)}
      className={styles.form}
    >
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={proof.phone} readOnly hidden />
      <NewPasswordFields label={t('newPassword.new')} />
      <Refusal fault={refused}>
        {refused?.code === Refused.unregistered ? (
          <Link to={register} state={carry(proof.phone)}>
            {t('signIn.registerInstead')}
          </Link>
        ) : refused?.kind === 'code' ? (
          <Button type="link" size="small" onClick={onBack}>
            {t('reset.again')}
          </Button>
        ) : null}
      </Refusal>
      <SubmitButton busy={isLoading}>{t('reset.submit')}</SubmitButton>
    </Form>
  );
}

function Done({ phone, to }: { phone: string; to: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <div className={styles.done} role="status">
        <CircleCheck size={16} strokeWidth={1.6} aria-hidden="true" />
        <p className="owl-prose">{t('reset.done')}</p>
      </div>
      <Button
        type="primary"
        size="large"
        block
        autoFocus
        className={styles.onward ?? ''}
        onClick={() => void navigate(to, { state: carry(phone), replace: true })}
      >
        {t('register.signIn')}
      </Button>
    </>
  );
}
