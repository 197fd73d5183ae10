// View model of a phone for cards and strips: status in words and as eyes, and whether it may be opened.
import { type ActionState, actionState, openState, type StatusView, statusView, watchState } from '@/core/rules';
import { viewOnly } from '@/core/viewOnly';
import type { Look } from '@/ui/Eyes';
import type { Phone } from './api';

export interface PhoneView {
  status: StatusView;
  expired: boolean;
  open: ActionState;
  /** Whether the phone may be watched without control. */
  watch: ActionState;
  look: Look;
}

/** Whether the rental or the grant has ended: the phone is in its grace period or in the recycle bin. */
export const isOver = ({ rental }: Pick<Phone, 'rental'>): boolean => rental === 'expired' || rental === 'recycled';

/** Fields of a phone that decide how it looks and whether it may be opened. */
export type Viewed = Pick<Phone, 'businessStatus' | 'power' | 'level' | 'rental' | 'reason'> & {
  operation: Pick<NonNullable<Phone['operation']>, 'kind'> | null;
};

/** The rule's answer, except in a console that an operator views: nothing is allowed there. */
function unlessViewed(state: ActionState): ActionState {
  const reason = viewOnly();
  return reason === null ? state : { allowed: false, reason };
}

export function viewPhone(phone: Viewed): PhoneView {
  const expired = isOver(phone);
  const status = statusView(phone.businessStatus, phone.power, phone.operation?.kind);
  const open = unlessViewed(openState(phone.businessStatus, phone.power, phone.level, expired, phone.reason));
  const watch = unlessViewed(watchState(phone.businessStatus, phone.power, phone.level, expired, phone.reason));
  return { status, expired, open, watch, look: lookOf(phone, status, expired) };
}

/** Whether a phone may be controlled, or why not. */
export const playState = ({ businessStatus, power, level, may, rental, reason }: Phone): ActionState =>
  unlessViewed(actionState('play', businessStatus, power, level, may, isOver({ rental }), reason));

function lookOf(phone: Viewed, status: StatusView, expired: boolean): Look {
  if (expired) return 'shut';
  switch (status.tone) {
    case 'off':
      return 'shut';
    case 'err':
      return 'crossed';
    case 'busy':
    case 'hold':
      return 'half';
    case 'ok':
      return phone.level === 'view' ? 'half' : 'open';
  }
}
