// Events that were brought to a webhook or wait: when, how often, with which answer, and what was sent. Each can be brought once more.
import { Button, Pagination, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatTime } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { Sheet } from '@/ui/dialogs/Sheet';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { type Delivery, useListDeliveriesQuery, useRedeliverEventMutation, type Webhook } from './api';
import styles from './Webhooks.module.css';
import { failures, readable, states, titleOf } from './words';

const PAGE_SIZE = 10;
/** The log of one that is looked at moves on by itself. */
const EVERY_MS = 3000;
type DeliveryFilter = Delivery['state'] | 'all';
const CHOICES = ['all', 'waiting', 'taken', 'failed'] as const satisfies readonly DeliveryFilter[];

export function DeliveryLog({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [last, setLast] = useState<Webhook | null>(null);
  useEffect(() => {
    if (webhook) setLast(webhook);
  }, [webhook]);
  return (
    <Sheet
      open={webhook !== null}
      title={t('webhooks.logOf', { name: (webhook ?? last)?.name ?? '' })}
      width={640}
      onClose={onClose}
    >
      {webhook ? <Deliveries webhookId={webhook.webhookId} /> : null}
    </Sheet>
  );
}

function Deliveries({ webhookId }: { webhookId: number }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<DeliveryFilter>('all');
  const [pageNo, setPageNo] = useState(1);
  const asked = { webhookId, pageNo, pageSize: PAGE_SIZE, ...(shown === 'all' ? {} : { state: shown }) };
  const { data, error, refetch } = useListDeliveriesQuery(asked, {
    refetchOnMountOrArgChange: true,
    pollingInterval: EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  return (
    <>
      <Segmented<DeliveryFilter>
        className={styles.choice ?? ''}
        aria-label={t('webhooks.shown')}
        value={shown}
        options={CHOICES.map((value) => ({
          value,
          label: value === 'all' ? t('webhooks.all') : t(states[value]),
        }))}
        onChange={(value) => {
          setShown(value);
          setPageNo(1);
        }}
      />
      {data ? (
        data.list.length > 0 ? (
          <ul className={styles.log} aria-label={t('webhooks.log')}>
            {data.list.map((delivery) => (
              <DeliveryRow key={delivery.deliveryId} delivery={delivery} />
            ))}
          </ul>
        ) : (
          <EmptyState look="half" title={t('webhooks.nothing')} text={t('webhooks.nothingText')} />
        )
      ) : error ? (
        <FaultState title={t('webhooks.logNotLoaded')} fault={error as CallFault} onRetry={refetch} />
      ) : (
        <RowSkeletons count={3} />
      )}
      {data && data.total > PAGE_SIZE ? (
        <div className={styles.pager}>
          <Pagination
            size="small"
            current={pageNo}
            pageSize={PAGE_SIZE}
            total={data.total}
            showSizeChanger={false}
            onChange={setPageNo}
          />
        </div>
      ) : null}
    </>
  );
}

const tones = { waiting: 'wait', taken: 'ok', failed: 'err' } as const;

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [redeliver, { isLoading }] = useRedeliverEventMutation();
  const { deliveryId, event, type, body, state, tries, createdMs, dueMs, status, failure, tookMs } = delivery;
  const again = async () => {
    const answer = await redeliver({ deliveryId });
    if (!answer.error) toasts.done(t('webhooks.again'));
  };
  return (
    <li className={styles.delivery}>
      <div>
        <p className={styles.what}>
          {t(titleOf(type))}
          <span className={styles.state} data-tone={tones[state]}>
            {t(states[state])}
          </span>
        </p>
        <p className={styles.facts}>
          <span className="owl-figures">{formatTime(createdMs)}</span>
          <span className="owl-figures">{t('webhooks.tries', { count: tries })}</span>
          {failure ? (
            <span>{t(failures[failure], { status })}</span>
          ) : status ? (
            <span className="owl-figures">HTTP {status}</span>
          ) : null}
          {tookMs === undefined ? null : <span className="owl-figures">{tookMs} ms</span>}
          {dueMs ? (
            <span className="owl-figures">{t('webhooks.next', { time: formatTime(dueMs) })}</span>
          ) : state === 'waiting' ? (
            <span>{t('webhooks.held')}</span>
          ) : null}
        </p>
        <details className={styles.payload}>
          <summary>{t('webhooks.payload')}</summary>
          <p className="owl-mono">webhook-id: {event}</p>
          <pre className="owl-mono">{readable(body)}</pre>
        </details>
      </div>
      <Button
        type="text"
        loading={isLoading}
        onClick={() => void again()}
        aria-label={`${t('webhooks.redeliver')} ${event}`}
      >
        {t('webhooks.redeliver')}
      </Button>
    </li>
  );
}
