// Somebody whom another provider vouched for and nobody here knows yet: bound to an account by signing in to it, or to a new one.
import { Button } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { pictureAddress } from '@/features/branding/branding';
import { useRegisterTypeQuery } from '../api';
import styles from '../Entry.module.css';
import { EntryPage } from '../EntryPage';
import { isRegistrationClosed } from '../register/EntryRegistration';
import { RegisterForm } from '../register/RegisterForm';
import { MethodTabs } from '../signIn/MethodTabs';
import { SignInForm } from '../signIn/SignInForm';
import { offeredMethods, type SignInMethod } from '../signIn/signInMethods';
import { spacedName } from '../spacedName';
import { type BindOffer, bindOffer } from './socialJourney';

type BindTarget = 'existing' | 'new';

export function BindPage() {
  const [offer] = useState(() => bindOffer.get(Date.now()));
  // Without an offer there is nothing to bind: a bookmark, a reload too late.
  return offer ? <Bind offer={offer} /> : <Navigate to={paths.signIn} replace />;
}

function Bind({ offer }: { offer: BindOffer }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data } = useRegisterTypeQuery();
  const [to, setTo] = useState<BindTarget>('existing');
  const [chosen, setWay] = useState<SignInMethod>('password');
  const [phone, setPhone] = useState('');
  const ways = offeredMethods(data?.methods);
  // Operators may have switched the password off.
  const way = ways.includes(chosen) ? chosen : (ways[0] ?? 'password');
  const closed = isRegistrationClosed(data);
  const provider = data?.social.find(({ type }) => type === offer.type)?.name ?? t('social.provider');
  const picture = pictureAddress(offer.avatar);

  /** To the other form, with the number that was typed here. */
  const turn = (where: BindTarget, typed: string) => {
    setPhone(typed);
    setWay('password');
    setTo(where);
  };

  const leave = useCallback(() => {
    bindOffer.forget();
    void navigate(paths.signIn, { replace: true });
  }, [navigate]);
  // Too late for the server is too late for the page.
  useEffect(() => {
    const timer = window.setTimeout(leave, offer.endsAtMs - Date.now());
    return () => window.clearTimeout(timer);
  }, [offer, leave]);
  // Once bound, the offer is spent: whichever way this page is left.
  useEffect(() => () => bindOffer.forget(), []);

  return (
    <EntryPage
      title={t('bind.title')}
      heading={t('bind.heading')}
      lead={t('bind.lead', { name: spacedName(provider) })}
    >
      <div className={styles.who}>
        <span className={styles.whoPicture} aria-hidden="true">
          {picture ? <img src={picture} alt="" referrerPolicy="no-referrer" /> : [...offer.nickname][0] || '·'}
        </span>
        <span className={styles.whoText}>
          <strong>{offer.nickname || t('bind.nameless')}</strong>
          <small>{provider}</small>
        </span>
      </div>
      <MethodTabs
        label={t('bind.to')}
        ways={[
          { way: 'existing', name: t('bind.existing') },
          ...(closed ? [] : [{ way: 'new' as const, name: t('bind.new') }]),
        ]}
        now={to}
        onChange={setTo}
      >
        {to === 'existing' ? (
          <>
            <SignInForm
              way={way}
              onWay={setWay}
              needsCaptcha={data?.needsCaptcha === true}
              byPassword={ways.includes('password')}
              socialToken={offer.socialToken}
              redirect={offer.redirect}
              account={phone}
              canRegister={!closed}
              onUnknown={(typed) => turn('new', typed)}
            />
            {ways.length > 1 ? (
              <p className={`${styles.elsewhere} ${styles.ways}`}>
                {ways
                  .filter((each) => each !== way)
                  .map((each) => (
                    <button key={each} type="button" className="owl-plain-button" onClick={() => setWay(each)}>
                      {t(`signIn.by.${each}`)}
                    </button>
                  ))}
              </p>
            ) : null}
          </>
        ) : (
          <RegisterForm
            socialToken={offer.socialToken}
            redirect={offer.redirect}
            account={phone}
            onKnown={(typed) => turn('existing', typed)}
          />
        )}
      </MethodTabs>
      <Button type="text" size="large" block className={styles.quiet ?? ''} onClick={leave}>
        {t('bind.cancel')}
      </Button>
    </EntryPage>
  );
}
