// One order in full: what was bought, for which phones, how it was paid, and what went back.
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { formatTime } from '@/core/rules';
import { CopyId } from '@/ui/copy/CopyId';
import { Money } from '@/ui/Money';
import type { Order } from '../api';
import { methodText, minuteOf, typeText } from '../words';
import styles from './Records.module.css';
import { packageText } from './recordColumns';
import { StateMark } from './StateMark';
import parts from './Told.module.css';

interface Props {
  order: Order;
  /** Whether it is the member's own: the phones then lead to the list. */
  owned: boolean;
}

export function OrderDetails({ order, owned }: Props) {
  const { t } = useTranslation();
  const days = packageText(order.packageDays, t('orders.mixed'), (n) => t('buy.days', { count: n }));
  return (
    <div className={parts.case}>
      <p className={parts.sum}>
        <b>
          <Money fen={order.totalFen} />
        </b>
        <StateMark state={order.state} />
      </p>
      <dl className={styles.facts}>
        <Fact label={t('orders.number')}>
          <CopyId id={order.orderNo} />
        </Fact>
        <Fact label={t('orders.time')}>{formatTime(order.createTime)}</Fact>
        <Fact label={t('orders.type')}>{typeText(order.type, t)}</Fact>
        <Fact label={t('orders.spec')}>{order.specName}</Fact>
        <Fact label={t('orders.package')}>{days}</Fact>
        <Fact label={t('orders.quantity')}>{order.quantity}</Fact>
        {order.unitFen !== null ? (
          <Fact label={t('orders.unit')}>
            <Money fen={order.unitFen} />
          </Fact>
        ) : null}
        {order.discountFen > 0 ? (
          <>
            <Fact label={t('orders.listSum')}>
              <Money fen={order.listFen} />
            </Fact>
            <Fact label={t('orders.discount')}>
              <Money fen={-order.discountFen} />
            </Fact>
          </>
        ) : null}
        {order.points > 0 ? (
          <Fact label={t('orders.pointsOf', { count: order.points })}>
            <Money fen={-order.pointsFen} />
          </Fact>
        ) : null}
        <Fact label={t('orders.price')}>
          <Money fen={order.totalFen} />
        </Fact>
        <Fact label={t('orders.paidFen')}>
          <Money fen={order.paidFen} />
        </Fact>
        <Fact label={t('orders.payMethod')}>{methodText(order, t)}</Fact>
        {order.payTime ? <Fact label={t('orders.payTime')}>{formatTime(order.payTime)}</Fact> : null}
        <Fact label={t('orders.serial')}>{order.serialNo ? <CopyId id={order.serialNo} /> : '–'}</Fact>
      </dl>
      <Phones order={order} owned={owned} />
      <Refunds order={order} />
    </div>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="owl-figures">{children}</dd>
    </div>
  );
}

/** The phones of the order: with a renewal what became of each, with a purchase those that were assigned. */
function Phones({ order, owned }: Props) {
  const { t } = useTranslation();
  const lines = order.lines.filter(({ phoneId }) => phoneId !== null && phoneId !== undefined);
  const bought = lines.length > 0 ? [] : order.phones;
  if (lines.length + bought.length === 0) return null;
  return (
    <section>
      <h3 className={parts.part}>{t('orders.phones', { count: lines.length + bought.length })}</h3>
      <ul className={styles.phones}>
        {lines.map((line) => (
          <li key={line.phoneId}>
            <Phone name={line.phoneAlias ?? ''} code={line.owlId ?? ''} gone={!owned} />
            <span className={`${styles.change} owl-figures`}>
              {line.oldExpireMs && line.newExpireMs ? (
                <>
                  <Minute ms={line.oldExpireMs} /> → <Minute ms={line.newExpireMs} />
                </>
              ) : null}
            </span>
            <Money fen={line.totalFen} />
          </li>
        ))}
        {bought.map(({ phoneId, owlId, phoneAlias, gone }) => (
          <li key={phoneId}>
            <Phone name={phoneAlias} code={owlId} gone={gone || !owned} />
            {gone ? <span className={styles.reason}>{t('orders.gone')}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A time that stays on one line. */
function Minute({ ms }: { ms: number }) {
  return (
    <time className="owl-nowrap" dateTime={new Date(ms).toISOString()}>
      {minuteOf(ms)}
    </time>
  );
}

/** A phone that is still the member's is found in the list by its id. */
function Phone({ name, code, gone = false }: { name: string; code: string; gone?: boolean }) {
  return (
    <span className={styles.phone}>
      {gone ? (
        <span>{name || code}</span>
      ) : (
        <Link to={`${paths.home}?q=${encodeURIComponent(code)}`}>{name || code}</Link>
      )}
      <CopyId id={code} />
    </span>
  );
}

const refundKeys = {
  asked: 'orders.refundStates.asked',
  queued: 'orders.refundStates.queued',
  processing: 'orders.refundStates.processing',
  done: 'orders.refundStates.done',
  failed: 'orders.refundStates.failed',
  refused: 'orders.refundStates.refused',
} as const;

function Refunds({ order }: { order: Order }) {
  const { t } = useTranslation();
  if (order.refunds.length === 0) return null;
  return (
    <section>
      <h3 className={parts.part}>{t('orders.refunds')}</h3>
      <ul className={styles.phones}>
        {order.refunds.map(({ refundNo, amountFen, points, state, reason, answer, note, createTime }) => (
          <li key={refundNo}>
            <span className={styles.phone}>
              <b>{t(refundKeys[state as keyof typeof refundKeys])}</b>
              <span className={styles.reason}>
                {(answer ?? note) ? t('orders.answered', { reason, answer: answer ?? note }) : reason}
              </span>
              <span className={styles.reason}>{minuteOf(createTime)}</span>
            </span>
            {points > 0 ? <b>{t('orders.pointsBack', { count: points })}</b> : <Money fen={amountFen} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
