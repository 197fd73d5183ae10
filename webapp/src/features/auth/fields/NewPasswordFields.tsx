// A new password, wherever one is set: its rules are ticked off while one types, by the module that the server judges with too.
import { Form } from 'antd';
import { Check, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  checkConfirmation,
  checkNewPassword,
  type PasswordRule,
  passwordChecklist,
  passwordStrength,
} from '@/core/rules';
import { fieldRule } from '@/ui/fields/fieldRule';
import styles from './NewPasswordFields.module.css';
import { PasswordField } from './PasswordField';

interface Props {
  label: string;
  rule?: PasswordRule;
  /** The account may be without one. */
  optional?: boolean;
  /** Above the rules. */
  hint?: string;
}

/** The form's field `password`. */
export function NewPasswordField({ label, rule = 'reset', optional = false, hint }: Props) {
  const password = (Form.useWatch('password') as string | undefined) ?? '';
  return (
    <PasswordField
      name="password"
      label={label}
      rules={[fieldRule((text) => (optional && !text ? undefined : checkNewPassword(text, rule)))]}
      autoComplete="new-password"
      // Faults of the typed password stand in the list, and once.
      {...(password ? { help: '' } : {})}
      extra={
        <>
          {hint ? <p className={`${styles.hint} owl-prose`}>{hint}</p> : null}
          <Rules password={password} rule={rule} />
        </>
      }
    />
  );
}

/** The form's fields `password` and `confirmation`. */
export function NewPasswordFields({ again, ...field }: Props & { again?: string }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const typed = () => (form.getFieldValue('password') as string | undefined) ?? '';
  return (
    <>
      <NewPasswordField {...field} />
      <PasswordField
        name="confirmation"
        label={again ?? t('newPassword.again')}
        dependencies={['password']}
        rules={[fieldRule((second) => checkConfirmation(typed(), second))]}
        autoComplete="new-password"
      />
    </>
  );
}

const looks = {
  met: { Icon: Check, words: 'newPassword.met' },
  unmet: { Icon: X, words: 'newPassword.unmet' },
  open: { Icon: Minus, words: 'newPassword.open' },
} as const;

/** Nothing is missed before anything is typed. */
const stateOf = (password: string, met: boolean): keyof typeof looks => (password ? (met ? 'met' : 'unmet') : 'open');

function Rules({ password, rule }: { password: string; rule: PasswordRule }) {
  const { t } = useTranslation();
  const { score, text } = passwordStrength(password);
  return (
    <div className={styles.strength}>
      <span className={styles.bar} data-score={password ? score : 0} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </span>
      <span className={styles.word}>{password ? text : ''}</span>
      <ul className={styles.rules} aria-label={t('newPassword.rules')}>
        {passwordChecklist(password, rule).map(({ words, met }) => {
          const state = stateOf(password, met);
          const { Icon, words: said } = looks[state];
          return (
            <li key={words} data-state={state}>
              <Icon size={14} strokeWidth={2} aria-hidden="true" />
              <span className="owl-prose">{words}</span>
              <span className="owl-hidden-text">{t(said)}</span>
            </li>
          );
        })}
      </ul>
      <Verdict>
        {password ? (checkNewPassword(password, rule) ?? t('newPassword.fine', { strength: text })) : ''}
      </Verdict>
    </div>
  );
}

/** Words that a screen reader hears while one types: the list itself is read when it is gone through. */
const Verdict = ({ children }: { children: ReactNode }) => (
  <p className="owl-hidden-text" role="status">
    {children}
  </p>
);
