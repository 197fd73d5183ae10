// The picture to solve, as a form needs it: shown once the server demands it, another after each use.
import type { FormInstance } from 'antd';
import { useState } from 'react';
import type { CallFault } from '@/core/http';
import type { CaptchaAction } from '../api';
import { wantsCaptcha } from '../refusals';

export interface Captcha {
  action: CaptchaAction;
  /** Whether one is to be solved now. */
  shown: boolean;
  /** Counts the pictures: each is a request of its own. */
  turn: number;
  /** Shows another picture. */
  next: () => void;
  /** Captcha part of the call's body. */
  body: (form: FormInstance) => { captchaUuid?: string; captchaCode?: string };
  /** To be told of each refusal: shows the picture where it is demanded, and another where it is used up. */
  refused: (fault: CallFault) => void;
  /** To be told of each success: the picture is used up, and goes until it is demanded again. */
  used: () => void;
}

/** `demanded`: from the start. */
export function useCaptcha(action: CaptchaAction, demanded = false): Captcha {
  const [state, setState] = useState({ turn: 1, shown: false });
  const shown = state.shown || demanded;
  const next = () => setState(({ turn }) => ({ turn: turn + 1, shown: true }));
  return {
    action,
    shown,
    turn: state.turn,
    next,
    body: (form) => {
      if (!shown) return {};
      const solved = form.getFieldValue(['captcha', action]) as { uuid?: string; code?: string } | undefined;
      return { captchaUuid: solved?.uuid ?? '', captchaCode: (solved?.code ?? '').trim() };
    },
    refused: (fault) => {
      // A call that never arrived used nothing up.
      if (wantsCaptcha(fault) || (shown && fault.kind !== 'network')) next();
    },
    used: () => setState(({ turn }) => ({ turn: turn + 1, shown: false })),
  };
}
