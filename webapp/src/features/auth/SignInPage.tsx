// The sign-in page: the product's picture on the left, the form on the right; on a phone the form alone.
import { useTranslation } from 'react-i18next';
import { constants } from '@/core/rules';
import { pictureAddress, useBrandName, useGetBrandingQuery } from '@/features/branding/branding';
import { AppearanceSwitch, LanguageSwitch } from '@/shell/switches';
import { usePageTitle } from '@/shell/usePageTitle';
import { Owl } from '@/ui/Owl';
import { useWide } from '@/ui/useWide';
import { Picture } from './Picture';
import { SignInForm } from './SignInForm';
import styles from './SignInPage.module.css';

export function SignInPage() {
  const { t } = useTranslation();
  const wide = useWide();
  const name = useBrandName();
  const logo = pictureAddress(useGetBrandingQuery().data?.main);
  const { frontVersion } = constants();
  const heading = usePageTitle(t('signIn.title'));
  return (
    <div className={styles.page}>
      {wide ? <Picture /> : null}
      <div className={styles.side}>
        <header className={styles.top}>
          {wide ? null : (
            <div className={styles.brand}>
              {logo ? <img src={logo} alt="" height={26} /> : <Owl size={28} />}
              <span>{name}</span>
            </div>
          )}
          <div className={styles.switches}>
            <LanguageSwitch labelled />
            <AppearanceSwitch labelled />
          </div>
        </header>
        <main className={styles.main}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {t('signIn.welcome')}
          </h1>
          <p className={styles.lead}>{t('signIn.lead')}</p>
          <SignInForm />
        </main>
        <footer className={styles.foot}>
          <span className="owl-mono">v{frontVersion}</span>
        </footer>
      </div>
    </div>
  );
}
