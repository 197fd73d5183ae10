// Registration, for those who come without an account; where the operator closed it, the page says so.
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { paths, withRedirect } from '@/app/paths';
import { useRegisterTypeQuery } from '../api';
import styles from '../Entry.module.css';
import { EntryPage } from '../EntryPage';
import { isRegistrationClosed } from './EntryRegistration';
import { RegisterForm } from './RegisterForm';

export function RegisterPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const { data } = useRegisterTypeQuery();
  const closed = isRegistrationClosed(data);
  return (
    <EntryPage
      title={t('register.title')}
      heading={t('register.heading')}
      lead={t(closed ? 'signIn.closed' : 'register.lead')}
    >
      {closed ? null : <RegisterForm />}
      <p className={styles.elsewhere}>
        {t('register.known')}
        <Link to={withRedirect(paths.signIn, query.get('redirect'))}>{t('register.signIn')}</Link>
      </p>
    </EntryPage>
  );
}
