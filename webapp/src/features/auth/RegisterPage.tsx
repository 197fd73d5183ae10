// Registration, for those who come without an account.
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { paths, withRedirect } from '@/app/paths';
import styles from './Entry.module.css';
import { EntryPage } from './EntryPage';
import { RegisterForm } from './RegisterForm';

export function RegisterPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  return (
    <EntryPage title={t('register.title')} heading={t('register.heading')} lead={t('register.lead')}>
      <RegisterForm />
      <p className={styles.elsewhere}>
        {t('register.known')}
        <Link to={withRedirect(paths.signIn, query.get('redirect'))}>{t('register.signIn')}</Link>
      </p>
    </EntryPage>
  );
}
