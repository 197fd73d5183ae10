// Signing in by another provider: the server says which there are and where they are found.
import { Button } from 'antd';
import { KeyRound, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { BASE, paths } from '@/app/paths';
import type { CallFault } from '@/core/http';
import { useSocialRedirectMutation } from '../api';
import styles from '../Entry.module.css';
import { AgreementTexts, useConsent } from '../fields/Agreements';
import { Refusal } from '../Refusal';
import { spacedName } from '../spacedName';
import { beginSocial } from './socialJourney';

/** The kind of provider that has its own mark. */
const WECHAT = 32;

interface Props {
  providers: readonly { type: number; name: string }[];
  /** The agreements are ticked in the form beside. */
  agreed: boolean;
}

export function SocialButtons({ providers, agreed }: Props) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const [askRedirect] = useSocialRedirectMutation();
  const [leaving, setLeaving] = useState<number | null>(null);
  const [refused, setRefused] = useState<CallFault | null>(null);
  const consent = useConsent();
  const [wanted, setWanted] = useState<number | null>(null);

  const go = async (type: number) => {
    setLeaving(type);
    setRefused(null);
    consent.forget();
    const answer = await askRedirect({ type, redirectUri: `${window.location.origin}${BASE}${paths.socialSignIn}` });
    if (answer.data !== undefined) {
      beginSocial(type, answer.data, query.get('redirect'), consent.versions);
      window.location.assign(answer.data);
      return;
    }
    setLeaving(null);
    setRefused(answer.error as CallFault);
  };

  return (
    <div className={styles.social}>
      {providers.map(({ type, name }) => (
        <Button
          key={type}
          size="large"
          block
          icon={
            type === WECHAT ? <MessageCircle size={18} strokeWidth={1.6} /> : <KeyRound size={16} strokeWidth={1.6} />
          }
          loading={leaving === type}
          disabled={leaving !== null && leaving !== type}
          onClick={() => {
            setWanted(type);
            if (consent.given(agreed)) void go(type);
          }}
        >
          {t('signIn.with', { name: spacedName(name) })}
        </Button>
      ))}
      {consent.missing && !agreed && wanted !== null ? (
        <div key={consent.missing.times} className={styles.shake}>
          <AgreementTexts consent={consent} />
          <p className={styles.unticked} role="alert">
            {consent.missing.text}
            <Button type="link" size="small" onClick={() => void go(wanted)}>
              {t('signIn.agreeAndGo')}
            </Button>
          </p>
        </div>
      ) : null}
      <Refusal fault={refused} />
    </div>
  );
}
