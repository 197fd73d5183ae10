// A six-digit code by SMS or mail: asked for beside the field, with a countdown that outlives a reload. A pasted code fills and goes on.

import { Form, type InputRef } from 'antd';
import { type ClipboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CommonLimits } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { checkCode } from '@/core/rules';
import { fieldRule } from '@/ui/fields/fieldRule';
import { Input } from '@/ui/fields/inputs';
import type { Purpose } from '../api';
import { Refusal } from '../Refusal';
import { Refused } from '../refusals';
import { CaptchaField } from './CaptchaField';
import styles from './CodeField.module.css';
import { type CodeTarget, codeUuid } from './sentCodes';
import { useCode } from './useCode';

interface Props {
  purpose: Purpose;
  target: CodeTarget;
  /** The form's field for the code. */
  name?: string;
  /** Six digits arrived at once: pasted, or filled in by the browser. */
  onComplete?: () => void;
  /** Link to another way, offered beside a refusal. */
  offer?: (fault: CallFault) => ReactNode;
}

/** The digits of what was typed or pasted, full-width ones too. */
const digitsOf = (text: string) => text.normalize('NFKC').replace(/\D/g, '').slice(0, CommonLimits.codeDigits);

/** A code inside a pasted message: six digits that are not part of a longer number. */
export const codeIn = (text: string): string | null =>
  text
    .normalize('NFKC')
    .match(/(?<!\d)\d{3}[\s-]?\d{3}(?!\d)/)?.[0]
    .replace(/\D/g, '') ?? null;

export function CodeField({ purpose, target, name = 'code', onComplete, offer }: Props) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const input = useRef<InputRef>(null);
  const typed = (Form.useWatch(target.field, form) as string | undefined) ?? '';
  const request = useCode(form, purpose, target, typed);
  const { sent, waitSeconds, busy, refused, captcha } = request;

  const askFor = async () => {
    if (await request.send()) input.current?.focus();
  };
  const fill = (code: string) => {
    form.setFields([{ name, value: code, errors: [] }]);
    onComplete?.();
  };
  const onPaste = (event: ClipboardEvent) => {
    const code = codeIn(event.clipboardData.getData('text'));
    if (!code) return;
    event.preventDefault();
    fill(code);
  };
  const label = busy
    ? t('code.sending')
    : waitSeconds > 0
      ? t('code.again', { count: waitSeconds })
      : sent
        ? t('code.resend')
        : t('code.send');

  return (
    <>
      {captcha.shown ? <CaptchaField captcha={captcha} focus /> : null}
      <Form.Item
        name={name}
        label={t(target.kind === 'email' ? 'code.mail' : 'code.sms')}
        getValueFromEvent={(event: { target: { value: string } }) => {
          const code = digitsOf(event.target.value);
          const before = digitsOf(String(form.getFieldValue(name) ?? ''));
          // Browsers that fill in a code from a message do so at once, without a paste.
          if (code.length === CommonLimits.codeDigits && before === '') window.setTimeout(() => onComplete?.());
          return code;
        }}
        rules={[
          fieldRule(checkCode),
          fieldRule(() =>
            codeUuid(purpose, target.kind, form.getFieldValue(target.field) ?? '') ? undefined : t('code.first'),
          ),
        ]}
        validateFirst
        extra={
          sent?.uuid && !refused ? (
            <span className={styles.sent} role="status">
              {t('code.sent', { minutes: Math.max(1, Math.ceil((sent.endsAtMs - Date.now()) / 60_000)) })}
              {sent.left === undefined ? null : ` ${t('code.left', { count: sent.left })}`}
            </span>
          ) : null
        }
      >
        <Input
          ref={input}
          inputMode="numeric"
          autoComplete="one-time-code"
          className={styles.input ?? ''}
          onPaste={onPaste}
          suffix={
            <button
              type="button"
              className={`owl-plain-button ${styles.send}`}
              aria-disabled={busy || waitSeconds > 0}
              onClick={() => {
                if (!busy && waitSeconds === 0) void askFor();
              }}
            >
              <span className="owl-figures">{label}</span>
            </button>
          }
        />
      </Form.Item>
      {refused && refused.code !== Refused.tooSoon ? (
        <div className={styles.refused}>
          <Refusal fault={refused}>{offer?.(refused)}</Refusal>
        </div>
      ) : null}
    </>
  );
}
