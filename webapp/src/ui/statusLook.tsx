// How a phone's status looks: its tone and its icon, the same in tags and over pictures.
import {
  CalendarX2,
  CircleAlert,
  CircleCheck,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  PackageCheck,
  Power as PowerIcon,
  Wrench,
} from 'lucide-react';
import { StatusCode } from '@/contract/constants';
import { type Power, type StatusView, statusView } from '@/core/rules';

/** What decides the look of a phone's status. */
export interface PhoneStatus {
  /** The status code: 0 abnormal, 1 running, … */
  code: number;
  power: Power;
  /** When the status began, Unix ms. */
  since: number;
  /** The kind of the operation that is done to it. */
  running?: string | undefined;
  /** The rental or the grant is over. */
  expired?: boolean | undefined;
}

export type Tone = StatusView['tone'] | 'warn';

/** The only status that leaves a phone's picture as it is. */
export const RUNNING = StatusCode.running;

export interface StatusLook {
  tone: Tone;
  Icon: LucideIcon;
  /** The icon turns: something is under way. */
  turns: boolean;
  view: StatusView;
}

export function lookOfStatus({ code, power, running, expired }: PhoneStatus): StatusLook {
  const view = statusView(code, power, running);
  if (expired) return { tone: 'warn', Icon: CalendarX2, turns: false, view };
  return { tone: view.tone, Icon: iconOf(code, view.tone), turns: view.tone === 'busy', view };
}

function iconOf(code: number, tone: StatusView['tone']): LucideIcon {
  switch (tone) {
    case 'busy':
      return LoaderCircle;
    case 'hold':
      return Wrench;
    case 'off':
      return PowerIcon;
    case 'err':
      return code === StatusCode.abnormal ? CircleAlert : CircleX;
    case 'ok':
      return code === RUNNING ? CircleCheck : PackageCheck;
  }
}
