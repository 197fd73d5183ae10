// A form in a dialog. Its rules are wasm's (`ruled`); the first fault gets the focus, Enter submits, what was typed is not lost by
// a slip, and what the server refuses is said inside, with the request id.
import { Button, Form, type FormInstance } from 'antd';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { viewOnly } from '@/core/viewOnly';
import { useAlerts } from '../announce/Announcer';
import { usePasswordAgain } from '../fields/PasswordAgain';
import { Note } from '../Note';
import { ChangeButton } from '../rights/ChangeButton';
import { faultWords } from '../states/faultWords';
import styles from './FormDialog.module.css';
import { Sheet } from './Sheet';

/** Sends the form. A fault stays in the dialog, `stay` goes on in it (a first step); nothing closes it. */
type Submit<V> = (values: V) => Promise<CallFault | 'stay' | undefined>;

interface Props<V extends object> {
  open: boolean;
  title: ReactNode;
  /** Initial values of the fields. */
  initial: V;
  /** The button's words: verb and number. */
  submit: ReactNode;
  /** Second way to send the form, beside the button; Enter takes the first. */
  second?: { words: string; onSubmit: Submit<V> };
  /** Destroys something: the button is red. */
  danger?: boolean;
  width?: number;
  /** The caller's form instance, where it shows refusals beside their fields. */
  form?: FormInstance<V>;
  /** Keeps what is typed, wherever that is: leaving then loses nothing and asks nothing. */
  onDraft?: (values: V) => void;
  onSubmit: Submit<V>;
  onClose: () => void;
  /** `Form.Item`s; their rules come from `ruled(check)`. */
  children: ReactNode | ((form: FormInstance<V>) => ReactNode);
}

export function FormDialog<V extends object>(props: Props<V>) {
  const {
    open,
    title,
    initial,
    submit,
    second,
    danger = false,
    width,
    form: given,
    onDraft,
    onSubmit,
    onClose,
    children,
  } = props;
  const { t } = useTranslation();
  const alerts = useAlerts();
  const id = useId();
  const [form] = Form.useForm<V>(given);
  const [sending, setBusy] = useState(false);
  const again = usePasswordAgain(open);
  const busy = again.busy || (sending && !again.asking);
  const [fault, setFault] = useState<CallFault | null>(null);
  const dirty = useRef(false);
  const bySecond = useRef(false);

  useEffect(() => {
    if (!open) return;
    dirty.current = false;
    setFault(null);
    const guard = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [open]);

  const leave = () => {
    if (busy) return;
    again.giveUp();
    if (!dirty.current) return onClose();
    alerts.confirm({
      title: t('form.discardTitle'),
      content: t('form.discardText'),
      okText: t('form.discard'),
      cancelText: t('form.keep'),
      okButtonProps: { danger: true },
      onOk: onClose,
    });
  };

  const send = async (values: V) => {
    // Enter presses no button.
    if (viewOnly() !== null) return;
    if (again.asking) return again.submit();
    setBusy(true);
    setFault(null);
    const submitted = second && bySecond.current ? second.onSubmit : onSubmit;
    bySecond.current = false;
    const refused = await submitted(values).finally(() => setBusy(false));
    if (refused === 'stay') return;
    if (refused) setFault(refused);
    else {
      dirty.current = false;
      onClose();
    }
  };

  return (
    <Sheet
      open={open}
      title={title}
      onClose={leave}
      onOpened={() => focusFirst(id)}
      {...(width === undefined ? {} : { width })}
      footer={
        <>
          <Button onClick={leave} disabled={busy}>
            {t('common.cancel')}
          </Button>
          {second ? (
            <ChangeButton
              disabled={busy}
              onClick={() => {
                bySecond.current = true;
                form.submit();
              }}
            >
              {second.words}
            </ChangeButton>
          ) : null}
          <ChangeButton type="primary" danger={danger} htmlType="submit" form={id} loading={busy}>
            {submit}
          </ChangeButton>
        </>
      }
    >
      <Form<V>
        id={id}
        form={form}
        name={id}
        layout="vertical"
        // The rules say what is wrong, in the interface's language: not the browser in its own.
        noValidate
        initialValues={initial}
        clearOnDestroy
        requiredMark={false}
        // Values that were sent already are sent again as they are.
        disabled={again.asking}
        validateTrigger={['onBlur', 'onChange']}
        scrollToFirstError={{ focus: true }}
        onValuesChange={(_, values) => {
          if (onDraft) onDraft(values);
          else dirty.current = true;
          setFault(null);
        }}
        onFinish={send}
        onFinishFailed={() => {
          bySecond.current = false;
        }}
        className={styles.form ?? ''}
      >
        {fault ? (
          <Note tone="fault" requestId={fault.requestId}>
            {faultWords(fault, t)}
          </Note>
        ) : null}
        {typeof children === 'function' ? children(form) : children}
        {again.field}
      </Form>
    </Sheet>
  );
}

/** Focuses the first field that can be typed into, unless a field already has the focus. */
function focusFirst(formId: string): void {
  const form = document.getElementById(formId);
  if (form?.contains(document.activeElement)) return;
  form?.querySelector<HTMLElement>('input:not([type=hidden], :disabled), textarea, [role=combobox]')?.focus();
}
