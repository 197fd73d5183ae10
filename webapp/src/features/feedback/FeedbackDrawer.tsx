// One piece of feedback with its answer; while it has none, the form for it.
import { Button, Drawer, Form, Input } from 'antd';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { checkFeedbackAnswer, constants, countChars, formatTime } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { fieldRule } from '@/ui/fields/fieldRule';
import { Note } from '@/ui/Note';
import { Gate } from '@/ui/rights/Gate';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { useWide } from '@/ui/useWide';
import { type Feedback, useAnswerFeedbackMutation, useGetFeedbackQuery } from './api';
import styles from './Inbox.module.css';

interface Props {
  id: number;
  onClose: () => void;
}

export default function FeedbackDrawer({ id, onClose }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  const { data, error, refetch } = useGetFeedbackQuery(id, { refetchOnMountOrArgChange: true });
  // A refusal outlives the form: when another operator was faster, that one's answer takes the form's place.
  const [fault, setFault] = useState<CallFault | null>(null);
  return (
    <Drawer
      open
      title={t('inbox.feedback')}
      onClose={onClose}
      placement={wide ? 'right' : 'bottom'}
      size={wide ? 472 : '92dvh'}
      closable={{ closeIcon: <X size={18} strokeWidth={1.6} />, placement: 'end', 'aria-label': t('common.close') }}
    >
      {data ? (
        <div className={styles.detail}>
          <Question feedback={data} />
          {fault ? (
            <Note tone="fault" requestId={fault.requestId}>
              {faultWords(fault, t)}
            </Note>
          ) : null}
          {data.answer ? (
            <div className={styles.answer}>
              <p>{data.answer.answer}</p>
              <p className={styles.quiet}>
                {t('inbox.answeredBy', { name: data.answer.answerBy, time: formatTime(data.answer.answerTime) })}
              </p>
            </div>
          ) : (
            <Gate operation="answer_feedback" otherwise={<p className={styles.quiet}>{t('inbox.mayNot')}</p>}>
              <AnswerForm id={id} onFault={setFault} />
            </Gate>
          )}
        </div>
      ) : error ? (
        <FaultState title={t('inbox.detailFailed')} fault={error as CallFault} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={4} />
      )}
    </Drawer>
  );
}

function Question({ feedback }: { feedback: Feedback }) {
  const { t } = useTranslation();
  const { feedbackTitle, feedbackContent, phone, userId, createTime } = feedback;
  return (
    <>
      <h2>{feedbackTitle}</h2>
      <p className={`${styles.quiet} owl-figures`}>
        {phone || t('inbox.memberId', { id: userId })} · {formatTime(createTime)}
      </p>
      <p>{feedbackContent}</p>
    </>
  );
}

function AnswerForm({ id, onFault }: { id: number; onFault: (fault: CallFault | null) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [answer, { isLoading }] = useAnswerFeedbackMutation();
  const send = async ({ answer: text }: { answer: string }) => {
    onFault(null);
    const { error } = await answer({ id, answer: text });
    if (error) onFault(error as CallFault);
    else toasts.done(t('inbox.sent'));
  };
  return (
    <Form<{ answer: string }>
      layout="vertical"
      requiredMark={false}
      validateTrigger={['onBlur', 'onChange']}
      scrollToFirstError={{ focus: true }}
      onFinish={send}
      className={styles.form ?? ''}
    >
      <Form.Item
        name="answer"
        label={t('inbox.answer')}
        extra={<span className={styles.hint}>{t('inbox.answerHint')}</span>}
        rules={[fieldRule(checkFeedbackAnswer)]}
      >
        <Input.TextArea
          rows={6}
          count={{ max: constants().feedbackAnswerMaxChars, show: true, strategy: countChars }}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isLoading}>
        {t('inbox.send')}
      </Button>
    </Form>
  );
}
