// Asking for a code: one request, one countdown by target and purpose, the picture where the server wants one solved first.
import type { FormInstance } from 'antd';
import { useState } from 'react';
import type { CallFault } from '@/core/http';
import { useNow } from '@/ui/time/useNow';
import { type Purpose, useSendCodeMutation } from '../api';
import { Refused, waitOf } from '../refusals';
import { type CodeTarget, keepSent, normalTarget, type SentCode, sentCode } from './sentCodes';
import { type Captcha, useCaptcha } from './useCaptcha';

export interface CodeRequest {
  captcha: Captcha;
  /** Code sent to this number or address; null: none is known. */
  sent: SentCode | null;
  /** Seconds until another may be asked for; 0 when it may. */
  waitSeconds: number;
  busy: boolean;
  refused: CallFault | null;
  /** True once a code is on its way. */
  send: () => Promise<boolean>;
}

export function useCode(form: FormInstance, purpose: Purpose, target: CodeTarget, typed: string): CodeRequest {
  const [ask, { isLoading }] = useSendCodeMutation();
  const captcha = useCaptcha(purpose === 'register' ? 'register' : 'sms');
  const [refused, setRefused] = useState<{ target: string; fault: CallFault } | null>(null);
  useNow(1000);
  // Finer than the tick: a code just sent must not show a second too many.
  const now = Date.now();
  const to = normalTarget(target.kind, typed);
  const sent = to ? sentCode(purpose, to, now) : null;

  const send = async (): Promise<boolean> => {
    const fields = captcha.shown ? [target.field, ['captcha', captcha.action, 'code']] : [target.field];
    try {
      await form.validateFields(fields);
    } catch {
      form.focusField(form.getFieldError(target.field).length > 0 ? target.field : ['captcha', captcha.action, 'code']);
      return false;
    }
    setRefused(null);
    const goal = normalTarget(target.kind, form.getFieldValue(target.field) ?? '');
    const answer = await ask({
      ...(target.kind === 'own' ? {} : { [target.kind]: goal }),
      purpose,
      ...captcha.body(form),
    });
    const nowMs = Date.now();
    if (answer.data) {
      const { uuid, expireSeconds, resendSeconds, left } = answer.data;
      keepSent(
        {
          purpose,
          target: goal,
          uuid,
          left,
          againAtMs: nowMs + resendSeconds * 1000,
          endsAtMs: nowMs + expireSeconds * 1000,
        },
        nowMs,
      );
      captcha.used();
      return true;
    }
    const fault = answer.error as CallFault;
    const wait = waitOf(fault);
    if (fault.code === Refused.tooSoon && wait !== null) {
      const before = sentCode(purpose, goal, nowMs) ?? { purpose, target: goal, uuid: '', endsAtMs: nowMs };
      keepSent({ ...before, againAtMs: nowMs + wait }, nowMs);
    }
    captcha.refused(fault);
    setRefused({ target: goal, fault });
    return false;
  };

  return {
    captcha,
    sent,
    waitSeconds: sent ? Math.max(0, Math.ceil((sent.againAtMs - now) / 1000)) : 0,
    busy: isLoading,
    // A refusal of one number is not said of another.
    refused: refused && refused.target === to ? refused.fault : null,
    send,
  };
}
