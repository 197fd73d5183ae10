// The sign-in page: the ways that the server offers as tabs, other providers below, and the way to an account.
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { paths, withRedirect } from '@/app/paths';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { useRegisterTypeQuery } from '../api';
import styles from '../Entry.module.css';
import { EntryPage } from '../EntryPage';
import { isRegistrationClosed } from '../register/EntryRegistration';
import { SocialButtons } from '../social/SocialButtons';
import { MethodTabs } from './MethodTabs';
import { type Filled, SignInForm } from './SignInForm';
import { initialMethod, offeredMethods, type SignInMethod } from './signInMethods';

const DemoStrip = lazyWithRetry(() => withWords(['demo'], () => import('./DemoStrip')), 'quiet');

export function SignInPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const { data, isLoading } = useRegisterTypeQuery();
  const [chosen, setChosen] = useState<SignInMethod | null>(null);
  const [agreed, setAgreed] = useState(false);
  const [filled, setFilled] = useState<Filled | null>(null);
  const ways = offeredMethods(data?.methods);
  const [now] = useState(Date.now);
  const way = chosen ?? initialMethod(ways, data?.loginWay, now);
  const providers = data?.social ?? [];
  const demo = ways.includes('password') ? data?.demo : undefined;
  const socialFirst = data?.loginWay === 'social' && providers.length > 0;
  const social = providers.length > 0 ? <SocialButtons providers={providers} agreed={agreed} /> : null;
  return (
    <EntryPage
      title={t('signIn.title')}
      heading={t('signIn.welcome')}
      lead={t('signIn.lead')}
      greets
      over={
        demo ? (
          <Suspense>
            <DemoStrip
              demo={demo}
              onFill={(account) => {
                setChosen('password');
                setFilled({ account, password: demo.password });
              }}
            />
          </Suspense>
        ) : null
      }
    >
      {/* Which form comes first is the server's to say: nothing is shown that would jump away a moment later. */}
      {isLoading ? (
        <div className={styles.coming} role="status" aria-label={t('common.loading')} />
      ) : (
        <>
          {socialFirst ? (
            <>
              {social}
              <p className={styles.or}>{t('signIn.or')}</p>
            </>
          ) : null}
          <MethodTabs
            label={t('signIn.ways')}
            ways={ways.map((each) => ({ way: each, name: t(`signIn.by.${each}`) }))}
            now={way}
            onChange={setChosen}
          >
            <SignInForm
              way={way}
              onWay={setChosen}
              onAgreed={setAgreed}
              filled={filled}
              needsCaptcha={data?.needsCaptcha === true}
              byPassword={ways.includes('password')}
              canRegister={!isRegistrationClosed(data)}
            />
          </MethodTabs>
          {social && !socialFirst ? (
            <>
              <p className={styles.or}>{t('signIn.or')}</p>
              {social}
            </>
          ) : null}
          {isRegistrationClosed(data) ? (
            <p className={styles.elsewhere}>{t('signIn.closed')}</p>
          ) : (
            <p className={styles.elsewhere}>
              {t('signIn.noAccount')}
              <Link to={withRedirect(paths.register, query.get('redirect'))}>{t('signIn.register')}</Link>
            </p>
          )}
        </>
      )}
    </EntryPage>
  );
}
