// Webhooks: where the member's own programs are told what changed, how that goes, and all that can be done with each.

import { Button, Dropdown, type MenuProps } from 'antd';
import { Ellipsis, Webhook as Icon, KeyRound, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WebhookLimits } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import account from '@/features/member/AccountPage.module.css';
import { Section } from '@/features/member/Section';
import { ShownOnce } from '@/features/member/ShownOnce';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { TimeAgo } from '@/ui/time/TimeAgo';
import {
  useListWebhooksQuery,
  usePauseWebhookMutation,
  useRemoveWebhookMutation,
  useResumeWebhookMutation,
  useRotateWebhookMutation,
  useTestWebhookMutation,
  type Webhook,
} from './api';
import { DeliveryLog } from './DeliveryLog';
import { WebhookDialog } from './WebhookDialog';
import styles from './Webhooks.module.css';
import { failures, hostOf, kindTitles, pauses } from './words';

const ICON = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;
type PendingConfirmation = { about: 'remove' | 'rotate'; webhook: Webhook };

export function WebhooksSection() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { data, error, refetch } = useListWebhooksQuery(undefined, { refetchOnMountOrArgChange: true });
  const [remove] = useRemoveWebhookMutation();
  const [rotate, { reset }] = useRotateWebhookMutation();
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [logged, setLogged] = useState<Webhook | null>(null);
  const [asked, setAsked] = useState<PendingConfirmation | null>(null);
  const [last, setLast] = useState<PendingConfirmation | null>(null);
  const list = data?.list ?? [];
  const ask = (what: PendingConfirmation) => {
    setLast(what);
    setAsked(what);
  };
  const confirm = async () => {
    if (!asked) return;
    const { webhookId } = asked.webhook;
    if (asked.about === 'remove') {
      const answer = await remove({ webhookId });
      if (!answer.error) toasts.done(t('webhooks.removed'));
      return;
    }
    const answer = await rotate({ webhookId });
    if (answer.data) setSecret(answer.data.secret);
    // Nothing keeps the text but the dialog that shows it.
    reset();
  };
  const full = list.length >= WebhookLimits.max;
  const add = (
    <ChangeButton
      disabled={full}
      title={full ? t('webhooks.full', { n: WebhookLimits.max }) : undefined}
      onClick={() => setEdited('new')}
    >
      {t('webhooks.add')}
    </ChangeButton>
  );

  return (
    <Section title={t('webhooks.title')} note={t('webhooks.note')} action={list.length > 0 ? add : null}>
      {data ? (
        list.length > 0 ? (
          <ul className={account.sessions} aria-label={t('webhooks.title')}>
            {list.map((webhook) => (
              <WebhookRow
                key={webhook.webhookId}
                webhook={webhook}
                onLog={() => setLogged(webhook)}
                onEdit={() => setEdited(webhook)}
                onAsk={(about) => ask({ about, webhook })}
              />
            ))}
          </ul>
        ) : (
          <EmptyState look="half" title={t('webhooks.none')} text={t('webhooks.noneText')}>
            {add}
          </EmptyState>
        )
      ) : error ? (
        <FaultState title={t('webhooks.notLoaded')} fault={error as CallFault} onRetry={refetch} />
      ) : (
        <RowSkeletons count={2} />
      )}
      <WebhookDialog edited={edited} onMade={setSecret} onClose={() => setEdited(null)} />
      <ShownOnce
        text={secret}
        title={t('webhooks.secret')}
        note={t('webhooks.once')}
        copy={t('webhooks.copy')}
        onClose={() => setSecret(null)}
      />
      <DeliveryLog webhook={logged} onClose={() => setLogged(null)} />
      <Confirm
        open={asked !== null}
        title={t(last?.about === 'rotate' ? 'webhooks.rotateTitle' : 'webhooks.removeTitle', {
          name: last?.webhook.name ?? '',
        })}
        verb={t(last?.about === 'rotate' ? 'webhooks.rotate' : 'webhooks.remove')}
        mild={last?.about === 'rotate'}
        onConfirm={confirm}
        onClose={() => setAsked(null)}
      >
        {t(last?.about === 'rotate' ? 'webhooks.rotateText' : 'webhooks.removeText')}
      </Confirm>
    </Section>
  );
}

interface RowProps {
  webhook: Webhook;
  onLog: () => void;
  onEdit: () => void;
  onAsk: (about: PendingConfirmation['about']) => void;
}

function WebhookRow({ webhook, onLog, onEdit, onAsk }: RowProps) {
  const { t } = useTranslation();
  const { webhookId, name, url, kinds, paused, waiting, dropped, lastMs, lastStatus, lastFailure } = webhook;
  const [pause] = usePauseWebhookMutation();
  const [resume] = useResumeWebhookMutation();
  const [test, { data: tested, isLoading: testing }] = useTestWebhookMutation();
  const items: MenuProps['items'] = [
    { key: 'edit', icon: <Pencil {...ICON} />, label: t('webhooks.edit'), onClick: onEdit },
    paused
      ? {
          key: 'resume',
          icon: <Play {...ICON} />,
          label: t('webhooks.resume'),
          onClick: () => void resume({ webhookId }),
        }
      : {
          key: 'pause',
          icon: <Pause {...ICON} />,
          label: t('webhooks.pauseIt'),
          onClick: () => void pause({ webhookId }),
        },
    { key: 'rotate', icon: <KeyRound {...ICON} />, label: t('webhooks.rotate'), onClick: () => onAsk('rotate') },
    {
      key: 'remove',
      icon: <Trash2 {...ICON} />,
      label: t('webhooks.remove'),
      danger: true,
      onClick: () => onAsk('remove'),
    },
  ];
  return (
    <li className={`${account.session} ${styles.row}`}>
      <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
      <div>
        <p className={account.device}>
          {name}
          {paused ? <span className={styles.paused}>{t('webhooks.paused')}</span> : null}
        </p>
        <p className={account.facts}>
          <span className={styles.host} title={url}>
            {hostOf(url)}
          </span>
          {kinds.map((kind) => (
            <span key={kind}>{t(kindTitles[kind])}</span>
          ))}
        </p>
        <p className={account.facts}>
          {lastMs ? (
            <span>
              {lastFailure ? t(failures[lastFailure], { status: lastStatus }) : t('webhooks.took')}{' '}
              <TimeAgo at={lastMs} />
            </span>
          ) : (
            <span>{t('webhooks.untold')}</span>
          )}
          {waiting > 0 ? <span className="owl-figures">{t('webhooks.waiting', { n: waiting })}</span> : null}
          {dropped > 0 ? <span className="owl-figures">{t('webhooks.dropped', { n: dropped })}</span> : null}
        </p>
        {paused ? <p className={styles.why}>{t(pauses[paused])}</p> : null}
        <p className={styles.tested} role="status" data-tone={tested ? (tested.taken ? 'ok' : 'err') : undefined}>
          {tested && !testing
            ? tested.taken
              ? t('webhooks.testTaken', { status: tested.status, ms: tested.tookMs })
              : t('webhooks.testFailed', { why: t(failures[tested.failure ?? 'refused'], { status: tested.status }) })
            : ''}
        </p>
      </div>
      <div className={styles.actions}>
        <Button type="text" onClick={onLog} aria-label={`${t('webhooks.log')} ${name}`}>
          {t('webhooks.log')}
        </Button>
        <ChangeButton
          type="text"
          loading={testing}
          onClick={() => void test({ webhookId })}
          aria-label={`${t('webhooks.test')} ${name}`}
        >
          {t('webhooks.test')}
        </ChangeButton>
        <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
          <Button type="text" icon={<Ellipsis {...ICON} />} aria-label={`${t('webhooks.more')} ${name}`} />
        </Dropdown>
      </div>
    </li>
  );
}
