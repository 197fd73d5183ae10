// The way back from another provider: its answer signs the member in, or leads to binding an account. Said plainly when it failed.
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '@/app/paths';
import type { CallFault } from '@/core/http';
import type { Answer, Body } from '@/core/operations';
import { refreshSession } from '@/core/session';
import { useLinkSocialMutation } from '@/features/member/api';
import { useSignInSocialMutation } from '../api';
import styles from '../Entry.module.css';
import { EntryPage } from '../EntryPage';
import { Refusal } from '../Refusal';
import { useEntering } from '../useEntering';
import { bindOffer, endSocial } from './socialJourney';

type Failure = 'cancelled' | 'failed' | 'unasked' | 'refused';

export function SocialReturnPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [signInSocial] = useSignInSocialMutation();
  const [linkSocial] = useLinkSocialMutation();
  const [redirect, setRedirect] = useState<string | null>(null);
  const entering = useEntering();
  const [failure, setFailure] = useState<Failure | null>(null);
  const handled = useRef(false);

  // The answer is good once: an effect that runs twice must not spend it twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens.
  useEffect(() => {
    if (handled.current) return;
    handled.current = true;
    void arrive();
  }, []);

  async function arrive(): Promise<void> {
    const [code, state, error] = [query.get('code'), query.get('state'), query.get('error')];
    const begun = endSocial(state);
    if (!begun) return setFailure('unasked');
    setRedirect(begun.redirect);
    if (error) return setFailure(error === 'access_denied' ? 'cancelled' : 'failed');
    // WeChat comes back without a code when the member declines.
    if (!code) return setFailure('cancelled');
    const back = {
      type: begun.type,
      code,
      state: state ?? '',
      // Providers that name themselves in their answer are held to it by the server.
      ...(query.has('iss') ? { iss: query.get('iss') } : {}),
    };
    if (begun.link) return link(back);
    const versions = begun.agreementVersions ? { agreementVersions: begun.agreementVersions } : {};
    // The agreements were accepted before the member left for the other provider.
    const answer = await signInSocial({ ...back, agreed: true, ...versions });
    if (!answer.data) {
      setFailure('refused');
      await entering.settle({ error: answer.error as CallFault });
      return;
    }
    const { bound, socialToken, nickname, avatar } = answer.data;
    if (bound) {
      await entering.settle({ data: answer.data as Answer<'sign_in'> }, undefined, begun.redirect);
      return;
    }
    bindOffer.keep(
      {
        socialToken: socialToken ?? '',
        type: begun.type,
        nickname: nickname ?? '',
        avatar: avatar ?? '',
        redirect: begun.redirect,
      },
      Date.now(),
    );
    await navigate(paths.bind, { replace: true });
  }

  /** The page was left for the visit: the session is taken up again before the account is linked. */
  async function link(back: Body<'bind_social'>): Promise<void> {
    setRedirect(paths.accountSecurity);
    await refreshSession();
    const { error } = await linkSocial(back);
    if (!error) return navigate(paths.accountSecurity, { replace: true });
    setFailure('refused');
    await entering.settle({ error: error as CallFault });
  }

  return (
    <EntryPage
      title={t('social.title')}
      heading={
        failure ? t(`social.${failure === 'cancelled' ? 'cancelledTitle' : 'failedTitle'}`) : t('social.arriving')
      }
      lead={failure ? (failure === 'refused' ? null : t(`social.${failure}`)) : t('social.wait')}
    >
      {failure ? (
        <div className={styles.onward}>
          <Refusal fault={entering.refused} />
          <Button
            type="primary"
            size="large"
            block
            className={styles.onward ?? ''}
            onClick={() =>
              void navigate(redirect ? `${paths.signIn}?redirect=${encodeURIComponent(redirect)}` : paths.signIn, {
                replace: true,
              })
            }
          >
            {t('social.back')}
          </Button>
        </div>
      ) : (
        <div className={styles.arriving} role="status" aria-label={t('social.arriving')} />
      )}
    </EntryPage>
  );
}
