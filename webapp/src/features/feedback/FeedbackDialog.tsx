// Words to the operator: a title and what there is to say.
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '@/app/store';
import { api, ask } from '@/core/api';
import type { CallFault } from '@/core/http';
import type { Answer, Body } from '@/core/operations';
import { checkFeedbackContent, checkFeedbackTitle, constants, countChars } from '@/core/rules';
import { overlayShown } from '@/shell/slice';
import { CountedInput } from '@/ui/CountedInput';
import { FormDialog } from '@/ui/FormDialog';
import { ruled } from '@/ui/ruled';
import { useToasts } from '@/ui/Toasts';
import styles from './Feedback.module.css';

const WIDTH_PX = 600;
/** The console's own source, whatever is written. */
const SOURCE = '1';

const feedbackApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendFeedback: build.mutation<Answer<'send_feedback'>, Body<'send_feedback'>>({
      query: (body) => ask('send_feedback', body, { quiet: true }),
    }),
  }),
});

interface Fields {
  title: string;
  content: string;
}

const EMPTY: Fields = { title: '', content: '' };

export default function FeedbackDialog() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const open = useAppSelector((state) => state.shell.overlay === 'feedback');
  const [send] = feedbackApi.useSendFeedbackMutation();
  const { feedbackTitleMaxChars, feedbackContentMaxChars } = constants();

  const submit = async ({ title, content }: Fields) => {
    const { error } = await send({ feedbackTitle: title, feedbackContent: content, feedbackSource: SOURCE });
    if (!error) toasts.done(t('feedback.sent'));
    return error as CallFault | undefined;
  };

  return (
    <FormDialog<Fields>
      open={open}
      title={t('feedback.title')}
      initial={EMPTY}
      submit={t('feedback.submit')}
      width={WIDTH_PX}
      onSubmit={submit}
      onClose={() => dispatch(overlayShown(null))}
    >
      <Form.Item name="title" label={t('feedback.name')} rules={[ruled(checkFeedbackTitle)]}>
        <CountedInput max={feedbackTitleMaxChars} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="content"
        label={t('feedback.content')}
        rules={[ruled(checkFeedbackContent)]}
        className={styles.content ?? ''}
      >
        <Input.TextArea rows={6} count={{ max: feedbackContentMaxChars, show: true, strategy: countChars }} />
      </Form.Item>
    </FormDialog>
  );
}
