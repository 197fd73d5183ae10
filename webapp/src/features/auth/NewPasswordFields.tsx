// A new password and once more: how strong it is and what it still lacks is said while one types, by the rule that the server asks too.
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { checkConfirmation, checkNewPassword, passwordStrength } from '@/core/rules';
import { ruled } from '@/ui/ruled';
import styles from './NewPasswordFields.module.css';
import { PasswordField } from './PasswordField';

/** The form's fields `password` and `confirmation`. */
export function NewPasswordFields({ label }: { label: string }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const typed = () => (form.getFieldValue('password') as string | undefined) ?? '';
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        rules={[ruled((password) => checkNewPassword(password))]}
        autoComplete="new-password"
        extra={<Strength />}
      />
      <PasswordField
        name="confirmation"
        label={t('newPassword.again')}
        dependencies={['password']}
        rules={[ruled((again) => checkConfirmation(typed(), again))]}
        autoComplete="new-password"
      />
    </>
  );
}

function Strength() {
  const { t } = useTranslation();
  const password = (Form.useWatch('password') as string | undefined) ?? '';
  const { score, text } = passwordStrength(password);
  const lacks = password ? checkNewPassword(password) : undefined;
  return (
    <span className={styles.strength}>
      <span className={styles.bar} data-score={password ? score : 0} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </span>
      <span className={styles.word}>{password ? text : ''}</span>
      <span className={`${styles.lacks} owl-prose`} role="status">
        {password ? (lacks ?? t('newPassword.fine', { strength: text })) : t('newPassword.wanted')}
      </span>
    </span>
  );
}
