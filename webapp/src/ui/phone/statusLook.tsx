// How a phone's status looks: its tone and its icon, the same in tags and over pictures.
import type { TFunction } from 'i18next';
import {
  Archive,
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
import { formatDuration, type Power, type StatusView, statusView } from '@/core/rules';

/** Facts that decide the look of a phone's status. */
export interface PhoneStatus {
  /** The status code: 0 abnormal, 1 running, … */
  code: number;
  power: Power;
  /** When the status began, Unix ms. */
  since: number;
  /** The kind of the operation that is done to it. */
  running?: string | undefined;
  /** How long that is expected to take, in milliseconds; else as long as the status usually lasts. */
  expectedMs?: number | undefined;
  /** The rental or the grant is over. */
  expired?: boolean | undefined;
  /** The rental or the grant is over, and the phone is in the recycle bin. */
  recycled?: boolean | undefined;
}

const NO_WORDS: ReadonlyMap<number, string> = new Map();

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

/** How a status looks; `words` are the operator's names of statuses. */
export function lookOfStatus(status: PhoneStatus, words: ReadonlyMap<number, string> = NO_WORDS): StatusLook {
  const { code, power, running, expired } = status;
  const view = named(statusView(code, power, running), code, words.get(code));
  if (expired) return { tone: 'warn', Icon: status.recycled ? Archive : CalendarX2, turns: false, view };
  return { tone: view.tone, Icon: iconOf(code, view.tone), turns: view.tone === 'busy', view };
}

/** Tip of a status, in words: what to expect of it. */
export const tipOf = ({ expectedMs }: PhoneStatus, view: StatusView, t: TFunction): string | null | undefined =>
  view.tone === 'busy' && expectedMs !== undefined ? t('status.about', { time: formatDuration(expectedMs) }) : view.tip;

/** The operator's name stands for the status's own one, not for what is done to the phone or for its being off. */
function named(view: StatusView, code: number, name: string | undefined): StatusView {
  return name && view.label === statusView(code, 'on').label ? { ...view, label: name } : view;
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
