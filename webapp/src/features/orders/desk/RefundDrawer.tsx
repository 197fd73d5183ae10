// One refund with what speaks for and against it, what happened when, and the decision, whose reason the member reads.
import { Button, Form, Input, Segmented, Timeline } from 'antd';
import type { TFunction } from 'i18next';
import { Check, ChevronLeft, ChevronRight, Minus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { type CallFault, Code } from '@/core/http';
import type { OperationName } from '@/core/operations';
import { checkReason, checkRefund, formatFen, parseYuan } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { CopyId } from '@/ui/copy/CopyId';
import { DockedDrawer } from '@/ui/dialogs/DockedDrawer';
import { fieldRule } from '@/ui/fields/fieldRule';
import { Money } from '@/ui/Money';
import { Note } from '@/ui/Note';
import { Gate } from '@/ui/rights/Gate';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { Ticks } from '@/ui/Ticks';
import { useWide } from '@/ui/useWide';
import parts from '../records/Told.module.css';
import { contentOf, minuteOf } from '../words';
import { type RefundCase, useDecideRefundMutation, useGetRefundQuery } from './api';
import styles from './Desk.module.css';
import { RefundMark } from './RefundMark';

interface Props {
  refundNo: string;
  /** Those of the page, through which the arrows lead. */
  among: readonly string[];
  onOpen: (refundNo: string) => void;
  onClose: () => void;
}

const ICON = { size: 18, strokeWidth: 1.6 } as const;

export default function RefundDrawer({ refundNo, among, onOpen, onClose }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  const { currentData, error, refetch } = useGetRefundQuery(refundNo, { refetchOnMountOrArgChange: true });
  const at = among.indexOf(refundNo);
  const step = (to: number, label: string, Icon: typeof ChevronLeft) => {
    const next = among[to];
    return (
      <Button
        type="text"
        aria-label={label}
        disabled={at < 0 || next === undefined}
        icon={<Icon {...ICON} />}
        onClick={() => next !== undefined && onOpen(next)}
      />
    );
  };
  return (
    <DockedDrawer
      open
      title={
        <span className={styles.drawerTitle}>
          {t('desk.refund')} {wide ? <CopyId id={refundNo} /> : null}
        </span>
      }
      onClose={onClose}
      extra={
        <span className={styles.steps}>
          {step(at - 1, t('desk.previous'), ChevronLeft)}
          {at >= 0 ? <span>{t('desk.oneOf', { n: at + 1, count: among.length })}</span> : null}
          {step(at + 1, t('desk.next'), ChevronRight)}
        </span>
      }
    >
      {currentData ? (
        <Inside key={currentData.refund.refundNo} one={currentData} />
      ) : error ? (
        <FaultState title={t('desk.refundFailed')} fault={error as CallFault} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={8} />
      )}
    </DockedDrawer>
  );
}

function Inside({ one }: { one: RefundCase }) {
  const { t } = useTranslation();
  const wide = useWide();
  const { refund, order, member, paidFen } = one;
  return (
    <div className={parts.case}>
      <header>
        <p className={parts.sum}>
          <b>
            <Money fen={refund.amountFen} />
          </b>
          <span>{t('desk.askedOf', { paid: formatFen(paidFen) })}</span>
          <RefundMark state={refund.state} />
        </p>
        <p className={styles.line}>
          <span>{member}</span>
          {wide ? null : <CopyId id={refund.refundNo} />}
          <span>{contentOf(order, t)}</span>
          <Gate operation="list_all_orders" otherwise={order.orderNo}>
            <Link to={`${paths.allOrders}?order=${order.orderId}`}>{order.orderNo}</Link>
          </Gate>
        </p>
        <blockquote className={styles.words}>{refund.reason}</blockquote>
      </header>
      <Evidence one={one} />
      <section>
        <h3 className={parts.part}>{t('desk.timeline')}</h3>
        <Timeline
          items={one.events.map((event) => ({
            color:
              event.kind === 'failed' || event.kind === 'refused' ? 'red' : event.kind === 'asked' ? 'orange' : 'gray',
            content: (
              <span className={styles.event}>
                <time className="owl-figures" dateTime={new Date(event.time).toISOString()}>
                  {minuteOf(event.time)}
                </time>
                <span>{eventWords(event, t)}</span>
              </span>
            ),
          }))}
        />
      </section>
      {refund.state === 'asked' ? <Decision one={one} /> : <Decided one={one} />}
    </div>
  );
}

const isGivenUp = ({ code }: CallFault): boolean => code === Code.passwordNeeded;

function eventWords(event: RefundCase['events'][number], t: TFunction): string {
  const { kind, count, fen, wallet, name } = event;
  if (kind === 'paid') {
    const by = wallet === null ? t('orders.ways.points') : t(wallet === 1 ? 'pay.alipay' : 'pay.wechat');
    return t('desk.events.paid', { amount: formatFen(fen), by, number: name ?? '' });
  }
  if (kind === 'agreed' || kind === 'refused') {
    return name ? t(`desk.events.${kind}By`, { name }) : t(`desk.events.${kind}`);
  }
  return t(`desk.events.${kind}`, { count });
}

/** Evidence for the refund (a check), against it (a cross), or neither. */
function Evidence({ one }: { one: RefundCase }) {
  const { t } = useTranslation();
  const { untouched, opened, operations, failed, refunds, spentFen } = one.evidence;
  const ordersOf = `${paths.allOrders}?order=${one.order.orderId}`;
  const audit = (id: number) => `${paths.audit}?q=${encodeURIComponent(`phone:${id}`)}`;
  const first = one.phoneIds[0];
  return (
    <section>
      <h3 className={parts.part}>{t('desk.evidence')}</h3>
      <ul className={styles.evidence}>
        <Proof sign={untouched ? 'for' : 'none'} needs="list_all_orders" to={ordersOf} link={t('desk.order')}>
          {t(untouched ? 'desk.proofs.untouched' : 'desk.proofs.touched')}
        </Proof>
        <Proof
          sign={opened === 0 ? 'for' : 'against'}
          needs="list_audit"
          {...(first === undefined ? {} : { to: audit(first), link: t('desk.proofs.records') })}
        >
          {t('desk.proofs.opened', { count: opened })}
        </Proof>
        <Proof
          sign={failed > 0 ? 'for' : 'none'}
          needs="list_audit"
          {...(first === undefined ? {} : { to: audit(first), link: t('desk.proofs.records') })}
        >
          {t('desk.proofs.failed', { failed, count: operations })}
        </Proof>
        <Proof sign="none" needs="list_audit" to={`${paths.audit}?q=${one.memberId}`} link={t('desk.member')}>
          {t('desk.proofs.history', { count: refunds, spent: formatFen(spentFen) })}
        </Proof>
      </ul>
    </section>
  );
}

interface ProofProps {
  sign: 'for' | 'against' | 'none';
  /** Operation behind the link; an operator who may not call it has no link. */
  needs: OperationName;
  to?: string;
  link?: string;
  children: ReactNode;
}

function Proof({ sign, needs, to, link, children }: ProofProps) {
  const { t } = useTranslation();
  const Icon = sign === 'for' ? Check : sign === 'against' ? X : Minus;
  return (
    <li data-sign={sign}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      <span className="owl-hidden-text">{t(`desk.signs.${sign}`)}</span>
      <span>{children}</span>
      {to ? (
        <Gate operation={needs}>
          <Link to={to}>{link}</Link>
        </Gate>
      ) : null}
    </li>
  );
}

interface Fields {
  how: 'all' | 'unused' | 'other';
  amount: string;
  reason: string;
}

function Decision({ one }: { one: RefundCase }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { refund, evidence } = one;
  const [form] = Form.useForm<Fields>();
  const fields = Form.useWatch([], form) as Fields | undefined;
  const [decide, { isLoading }] = useDecideRefundMutation();
  const [fault, setFault] = useState<CallFault | null>(null);
  const how = fields?.how ?? 'all';
  const amountFen =
    how === 'all' ? refund.amountFen : how === 'unused' ? evidence.unusedFen : parseYuan(fields?.amount ?? '');
  const { days, usedDays } = evidence;
  const send = async (verdict: 'approve' | 'refuse') => {
    const reason = (form.getFieldValue('reason') as string).trim();
    const names: (keyof Fields)[] =
      verdict === 'refuse' ? ['reason'] : ['amount', ...(reason ? ['reason' as const] : [])];
    const valid = await form.validateFields(names).catch(() => null);
    if (!valid) return;
    const { error } = await decide({
      refundNo: refund.refundNo,
      verdict,
      ...(verdict === 'approve' && amountFen !== undefined ? { amountFen } : {}),
      ...(reason ? { reason } : {}),
    });
    // An operator who gives no password has decided nothing.
    if (error) return setFault(isGivenUp(error as CallFault) ? null : (error as CallFault));
    setFault(null);
    toasts.done(t(verdict === 'approve' ? 'desk.approvedDone' : 'desk.refusedDone'));
  };
  return (
    <section>
      <h3 className={parts.part}>{t('desk.decision')}</h3>
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ how: 'all', amount: formatFen(refund.amountFen), reason: '' }}
      >
        <Form.Item name="how" label={t('desk.howMuch')}>
          <Segmented
            options={[
              { value: 'all', label: t('desk.all', { amount: formatFen(refund.amountFen) }) },
              { value: 'unused', label: t('desk.unused'), disabled: evidence.unusedFen <= 0 },
              { value: 'other', label: t('desk.other') },
            ]}
          />
        </Form.Item>
        {days !== null && usedDays !== null ? (
          <div className={styles.line}>
            <Ticks filled={days > 0 ? Math.round((usedDays / days) * 30) : 0} />
            <span>{t('desk.usedDays', { count: days, used: usedDays })}</span>
          </div>
        ) : null}
        {how === 'other' ? (
          <Form.Item
            name="amount"
            label={t('orders.refundAmount')}
            extra={t('orders.refundMax', { amount: formatFen(refund.amountFen) })}
            rules={[fieldRule((text) => checkRefund(parseYuan(text) ?? 0, refund.amountFen))]}
          >
            <Input prefix="¥" inputMode="decimal" autoComplete="off" />
          </Form.Item>
        ) : null}
        <Form.Item name="reason" label={t('desk.reason')} extra={t('desk.reasonText')} rules={[fieldRule(checkReason)]}>
          <Input.TextArea rows={3} autoComplete="off" />
        </Form.Item>
      </Form>
      <p className={`${styles.quiet} owl-prose`}>
        {t(amountFen === one.paidFen ? 'desk.effectWhole' : 'desk.effectPart', {
          amount: formatFen(amountFen ?? 0),
        })}
      </p>
      {fault ? (
        <Note tone="fault" requestId={fault.requestId}>
          {faultWords(fault, t)}
        </Note>
      ) : null}
      <div className={`${styles.buttons} ${styles.verdict}`}>
        <Button type="primary" loading={isLoading} disabled={amountFen === undefined} onClick={() => send('approve')}>
          {t('desk.approve', { amount: formatFen(amountFen ?? 0) })}
        </Button>
        <Button danger disabled={isLoading} onClick={() => send('refuse')}>
          {t('desk.refuse')}
        </Button>
      </div>
    </section>
  );
}

/** Decision on the refund, and trying again where the wallet failed. */
function Decided({ one: { refund } }: { one: RefundCase }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [decide, { isLoading }] = useDecideRefundMutation();
  const words = refund.note ?? refund.answer;
  const again = async () => {
    const { error } = await decide({ refundNo: refund.refundNo, verdict: 'retry' });
    if (error && !isGivenUp(error as CallFault)) toasts.failed(faultWords(error as CallFault, t));
    else if (!error) toasts.done(t('desk.retriedDone'));
  };
  return (
    <section>
      <h3 className={parts.part}>{t('desk.decision')}</h3>
      {words ? <blockquote className={styles.words}>{words}</blockquote> : null}
      {refund.state === 'failed' ? (
        <>
          <Note tone="fault">{t('desk.failedText', { answer: refund.answer ?? '' })}</Note>
          <div className={styles.buttons}>
            <Button type="primary" loading={isLoading} onClick={again}>
              {t('desk.retry')}
            </Button>
          </div>
        </>
      ) : null}
    </section>
  );
}
