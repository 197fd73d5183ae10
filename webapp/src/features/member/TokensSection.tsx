// Tokens of programs: what each may do, until when, when and from where it was last used; made here, shown once, revoked here.
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { below } from '@/core/base';
import type { CallFault } from '@/core/http';
import { formatTime } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { TimeAgo } from '@/ui/time/TimeAgo';
import styles from './AccountPage.module.css';
import { type Member, type TokenView, useListTokensQuery, useRevokeTokenMutation } from './api';
import { Section } from './Section';
import { ApiDocument, ShownOnce } from './ShownOnce';
import { TokenDialog } from './TokenDialog';
import { scopeTitles } from './tokens';

/** The list of phones, asked for with a token. */
const exampleOf = (token: string) =>
  `curl -s ${window.location.origin}${below('/app-api/trade/phone/app-page')} -H 'authorization: Bearer ${token}' -H 'content-type: application/json' -d '{"pageSize":20}'`;

export function TokensSection({ member }: { member: Member }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { data, error, refetch } = useListTokensQuery(undefined, { refetchOnMountOrArgChange: true });
  const [revoke] = useRevokeTokenMutation();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [asked, setAsked] = useState<TokenView | null>(null);
  const [last, setLast] = useState<TokenView | null>(null);
  const ask = (token: TokenView) => {
    setLast(token);
    setAsked(token);
  };
  const confirm = async () => {
    if (!asked) return;
    const answer = await revoke({ tokenId: asked.tokenId });
    if (!answer.error) toasts.done(t('tokens.revoked'));
  };
  const make = (
    <ChangeButton
      disabled={!member.phone}
      title={member.phone ? undefined : t('tokens.noPhone')}
      onClick={() => setMaking(true)}
    >
      {t('tokens.make')}
    </ChangeButton>
  );

  return (
    <Section
      title={t('tokens.title')}
      note={
        <>
          {t('tokens.note')} <ApiDocument />
        </>
      }
      action={data && data.list.length > 0 ? make : null}
    >
      {data ? (
        data.list.length > 0 ? (
          <ul className={styles.sessions} aria-label={t('tokens.title')}>
            {data.list.map((token) => (
              <TokenRow key={token.tokenId} token={token} onRevoke={ask} />
            ))}
          </ul>
        ) : (
          <EmptyState look="half" title={t('tokens.none')} text={t('tokens.noneText')}>
            {make}
          </EmptyState>
        )
      ) : error ? (
        <FaultState title={t('tokens.notLoaded')} fault={error as CallFault} onRetry={refetch} />
      ) : (
        <RowSkeletons count={2} />
      )}
      <TokenDialog open={making} masked={member.phone} onMade={setMade} onClose={() => setMaking(false)} />
      <ShownOnce
        text={made}
        title={t('tokens.made')}
        note={t('tokens.once')}
        copy={t('tokens.copy')}
        example={made ? exampleOf(made) : undefined}
        onClose={() => setMade(null)}
      />
      <Confirm
        open={asked !== null}
        title={t('tokens.revokeTitle', { name: last?.name ?? '' })}
        verb={t('tokens.revoke')}
        onConfirm={confirm}
        onClose={() => setAsked(null)}
      >
        {t('tokens.revokeText')}
      </Confirm>
    </Section>
  );
}

function TokenRow({ token, onRevoke }: { token: TokenView; onRevoke: (token: TokenView) => void }) {
  const { t } = useTranslation();
  const { name, scopes, phoneIds, untilMs, usedMs, address } = token;
  return (
    <li className={styles.session}>
      <KeyRound size={18} strokeWidth={1.6} aria-hidden="true" />
      <div>
        <p className={styles.device}>{name}</p>
        <p className={styles.facts}>
          {scopes.map((scope) => (
            <span key={scope}>{t(scopeTitles[scope])}</span>
          ))}
          <span className="owl-figures">
            {phoneIds ? t('tokens.phones', { count: phoneIds.length }) : t('tokens.allPhones')}
          </span>
        </p>
        <p className={styles.facts}>
          <span className="owl-figures">{t('tokens.until', { time: formatTime(untilMs) })}</span>
          {usedMs ? (
            <span>
              {t('tokens.used')} <TimeAgo at={usedMs} />
            </span>
          ) : (
            <span>{t('tokens.unused')}</span>
          )}
          {address ? <span className="owl-figures">{address}</span> : null}
        </p>
      </div>
      <ChangeButton type="text" danger onClick={() => onRevoke(token)} aria-label={`${t('tokens.revoke')} ${name}`}>
        {t('tokens.revoke')}
      </ChangeButton>
    </li>
  );
}
