// Asking for money back, or for points that paid alone: how much of what was paid, and why. What becomes of it at once is said in the dialog.
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { checkReason, checkRefund, formatFen, parseYuan } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { fieldRule } from '@/ui/fields/fieldRule';
import { type Order, useRefundOrderMutation } from '../api';
import styles from './Records.module.css';

interface Props {
  open: boolean;
  order: Order;
  /** Amount that can still be refunded. */
  leftFen: number;
  onClose: () => void;
}

export default function RefundDialog({ open, order, leftFen, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [refund] = useRefundOrderMutation();
  const ask = async ({ amount, reason }: { amount: string; reason: string }): Promise<CallFault | undefined> => {
    const amountFen = parseYuan(amount);
    const whole = amountFen === undefined || amountFen === leftFen;
    const { error } = await refund({ orderId: order.orderId, reason, ...(whole ? {} : { amountFen }) });
    if (!error) toasts.done(t('orders.refundAsked'));
    return error as CallFault | undefined;
  };
  return (
    <FormDialog
      open={open}
      title={t('orders.refundTitle')}
      initial={{ amount: formatFen(leftFen), reason: '' }}
      submit={t('orders.refundDo')}
      onSubmit={ask}
      onClose={onClose}
    >
      <p className={`${styles.note} owl-prose`}>{t('orders.refundNote')}</p>
      {order.payMethod ? null : <p className={`${styles.note} owl-prose`}>{t('orders.refundPoints')}</p>}
      <Form.Item
        name="amount"
        label={t('orders.refundAmount')}
        extra={t('orders.refundMax', { amount: formatFen(leftFen) })}
        rules={[fieldRule((text) => checkRefund(parseYuan(text) ?? 0, leftFen))]}
      >
        <Input prefix="¥" inputMode="decimal" autoComplete="off" />
      </Form.Item>
      <Form.Item name="reason" label={t('orders.refundReason')} rules={[fieldRule(checkReason)]}>
        <Input.TextArea rows={3} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}
