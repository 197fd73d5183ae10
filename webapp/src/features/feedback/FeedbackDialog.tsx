// Words to the operator: a title and what there is to say. What is typed is kept until it is sent.
import { Button, Form, type FormInstance, Input } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '@/app/store';
import type { CallFault } from '@/core/http';
import { checkFeedbackContent, checkFeedbackTitle, constants, countChars } from '@/core/rules';
import { getUserId } from '@/core/session';
import { type FeedbackDraft, feedbackDraft } from '@/core/storage';
import { overlayShown } from '@/shell/slice';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { CountedInput } from '@/ui/fields/CountedInput';
import { fieldRule } from '@/ui/fields/fieldRule';
import { useSendFeedbackMutation } from './api';
import styles from './Feedback.module.css';

const WIDTH_PX = 600;
/** The console's own source, whatever is written. */
const SOURCE = '1';

const EMPTY: FeedbackDraft = { title: '', content: '' };

export default function FeedbackDialog() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const open = useAppSelector((state) => state.shell.overlay === 'feedback');
  const [send] = useSendFeedbackMutation();
  const { feedbackTitleMaxChars, feedbackContentMaxChars } = constants();
  const kept = useMemo(() => (open ? feedbackDraft.get(getUserId()) : null), [open]);

  const submit = async ({ title, content }: FeedbackDraft) => {
    const { error } = await send({ feedbackTitle: title, feedbackContent: content, feedbackSource: SOURCE });
    if (!error) {
      feedbackDraft.set(getUserId(), EMPTY);
      toasts.done(t('feedback.sent'));
    }
    return error as CallFault | undefined;
  };

  return (
    <FormDialog<FeedbackDraft>
      open={open}
      title={t('feedback.title')}
      initial={kept ?? EMPTY}
      submit={t('feedback.submit')}
      width={WIDTH_PX}
      onDraft={(draft) => feedbackDraft.set(getUserId(), draft)}
      onSubmit={submit}
      onClose={() => dispatch(overlayShown(null))}
    >
      {(form) => (
        <>
          {kept ? <DraftNote form={form} /> : null}
          <Form.Item name="title" label={t('feedback.name')} rules={[fieldRule(checkFeedbackTitle)]}>
            <CountedInput max={feedbackTitleMaxChars} autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="content"
            label={t('feedback.content')}
            rules={[fieldRule(checkFeedbackContent)]}
            className={styles.content ?? ''}
          >
            <Input.TextArea rows={6} count={{ max: feedbackContentMaxChars, show: true, strategy: countChars }} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  );
}

/** Says where the words come from, and takes them away. */
function DraftNote({ form }: { form: FormInstance<FeedbackDraft> }) {
  const { t } = useTranslation();
  const title = Form.useWatch('title', form);
  const content = Form.useWatch('content', form);
  if (!title && !content) return null;
  const clear = () => {
    form.setFieldsValue(EMPTY);
    feedbackDraft.set(getUserId(), EMPTY);
  };
  return (
    <p className={styles.kept}>
      {t('feedback.draftKept')}
      <Button type="link" size="small" onClick={clear}>
        {t('feedback.draftClear')}
      </Button>
    </p>
  );
}
