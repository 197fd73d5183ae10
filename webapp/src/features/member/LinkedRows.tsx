// Accounts elsewhere that open this one: each can be linked by a visit there, and unlinked.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BASE, paths } from '@/app/paths';
import type { CallFault } from '@/core/http';
import { notifyFault } from '@/core/notify';
import { formatTime } from '@/core/rules';
import { useRegisterTypeQuery, useSocialRedirectMutation } from '@/features/auth/api';
import { beginLink } from '@/features/auth/social/socialJourney';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { type Member, useUnlinkSocialMutation } from './api';
import { Fact, Row } from './Section';

type Linked = Member['social'][number];

/** By the number that clients know, for those that this server offers no more. */
const kinds = { 32: 'account.kind.wechat', 50: 'account.kind.oidc' } as const;

export function LinkedRows({ linked }: { linked: readonly Linked[] }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const offered = useRegisterTypeQuery().data?.social ?? [];
  const [askRedirect] = useSocialRedirectMutation();
  const [unlink] = useUnlinkSocialMutation();
  const [leaving, setLeaving] = useState<number | null>(null);
  const [asked, setAsked] = useState<Linked | null>(null);
  const nameOf = (type: number) =>
    offered.find((each) => each.type === type)?.name ?? t(kinds[type as keyof typeof kinds] ?? 'account.kind.other');
  const open = offered.filter(({ type }) => !linked.some((each) => each.type === type));

  const go = async (type: number) => {
    setLeaving(type);
    const answer = await askRedirect({ type, redirectUri: `${window.location.origin}${BASE}${paths.authRedirect}` });
    if (answer.data !== undefined) {
      beginLink(type, answer.data);
      window.location.assign(answer.data);
      return;
    }
    setLeaving(null);
    notifyFault(answer.error as CallFault);
  };
  const confirm = async () => {
    if (!asked) return;
    const { error } = await unlink({ type: asked.type });
    if (!error) toasts.done(t('account.unlinked'));
  };

  return (
    <>
      {linked.map((each) => (
        <Row
          key={each.type}
          label={nameOf(each.type)}
          action={<ChangeButton onClick={() => setAsked(each)}>{t('account.unlink')}</ChangeButton>}
        >
          {each.name || t('account.linked')}
          <small className="owl-figures">{t('account.linkedSince', { time: formatTime(each.since) })}</small>
        </Row>
      ))}
      {open.map(({ type, name }) => (
        <Row
          key={type}
          label={name}
          action={
            <ChangeButton loading={leaving === type} disabled={leaving !== null} onClick={() => void go(type)}>
              {t('account.link')}
            </ChangeButton>
          }
        >
          <Fact text="" none={t('account.notLinked')} />
        </Row>
      ))}
      <Confirm
        open={asked !== null}
        title={t('account.unlinkTitle')}
        verb={t('account.unlink')}
        onConfirm={confirm}
        onClose={() => setAsked(null)}
      >
        {t('account.unlinkText')}
      </Confirm>
    </>
  );
}
