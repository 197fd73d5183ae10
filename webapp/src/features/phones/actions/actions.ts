// What can be done with phones from the list: in the order of the whole console, the destructive last, and why a phone cannot.
import type { TFunction } from 'i18next';
import {
  Activity,
  Ban,
  CalendarPlus,
  CircleFadingArrowUp,
  Eraser,
  FolderInput,
  FolderUp,
  LayoutGrid,
  LogIn,
  type LucideIcon,
  PencilLine,
  Power,
  PowerOff,
  Replace,
  RotateCcw,
  Scaling,
  Share2,
  Sparkles,
  Tag,
  Undo2,
} from 'lucide-react';
import { paths } from '@/app/paths';
import { AnswerCode, StatusCode } from '@/contract/constants';
import {
  actionState,
  batchRefusal,
  codeText,
  holdsPermission,
  kindPermission,
  retryOf,
  shareRefusal,
  takesPhone,
} from '@/core/rules';
import { viewOnly } from '@/core/viewOnly';
import type { BatchAction } from '@/ui/batch/BatchBar';
import type { OverlayAction } from '@/ui/phone/Overlay';
import { useRights } from '@/ui/rights/Gate';
import type { Phone } from '../api';
import { isOver } from '../view';

export type ActionKey =
  | 'reboot'
  | 'powerOn'
  | 'powerOff'
  | 'moveGroup'
  | 'tags'
  | 'rename'
  | 'density'
  | 'probe'
  | 'upgradeImage'
  | 'pushFile'
  | 'manageApps'
  | 'authorize'
  | 'recall'
  | 'replace'
  | 'newDevice'
  | 'factoryReset';

/** What is offered over the picture of a phone that is not well. */
export type WayKey = ActionKey | 'enterDirectly' | 'transfer' | 'giveUp';

interface PhoneAction {
  key: ActionKey;
  icon: LucideIcon;
  danger?: true;
}

export const rebootAction: PhoneAction = { key: 'reboot', icon: RotateCcw };

const phoneActions: readonly PhoneAction[] = [
  rebootAction,
  { key: 'powerOn', icon: Power },
  { key: 'powerOff', icon: PowerOff },
  { key: 'moveGroup', icon: FolderInput },
  { key: 'tags', icon: Tag },
  { key: 'rename', icon: PencilLine },
  { key: 'density', icon: Scaling },
  { key: 'pushFile', icon: FolderUp },
  { key: 'manageApps', icon: LayoutGrid },
  { key: 'authorize', icon: Share2 },
  { key: 'recall', icon: Undo2 },
  { key: 'probe', icon: Activity },
  { key: 'upgradeImage', icon: CircleFadingArrowUp },
  { key: 'replace', icon: Replace, danger: true },
  { key: 'newDevice', icon: Sparkles, danger: true },
  { key: 'factoryReset', icon: Eraser, danger: true },
];

/** The actions that the signed-in account may see: some are for operators with a permission. */
export function usePhoneActions(): readonly PhoneAction[] {
  const { permissions } = useRights();
  return phoneActions.filter(({ key }) => isFor(key, permissions));
}

function isFor(key: string, permissions: readonly string[]): boolean {
  const needed = kindPermission(key);
  return needed === undefined || holdsPermission(permissions, [needed]);
}

/** Phones that a reason names; more are counted. */
const NAMES_MAX = 3;

/** What the rule says, and what the place where the phone runs cannot do to it. */
function ruleOf(key: string, phone: Phone) {
  const { businessStatus, power, level, may, rental, reason } = phone;
  const state = actionState(key, businessStatus, power, level, may, isOver({ rental }), reason);
  const unable = state.allowed ? phone.unable.find(({ action }) => action === key) : undefined;
  return unable ? { allowed: false, reason: unable.reason } : state;
}

/** Why an action cannot be done with a phone; null when it can. Whoever sees a phone may tag it. */
export function whyNot(key: string, phone: Phone): string | null {
  const viewed = viewOnly();
  if (viewed !== null) return viewed;
  if (key === 'tags') return null;
  if (key === 'authorize') return shareRefusal(phone.level, phone.rental, phone.sharedOut) || null;
  // A phone that is not shared has nothing to recall, whosever it is.
  if (key === 'recall') return phone.sharedTo ? null : (codeText(AnswerCode.SHARE_ABSENT) ?? '');
  const { allowed, reason } = ruleOf(key, phone);
  if (!allowed) return reason;
  return takesPhone(key) && phone.operation ? (codeText(AnswerCode.PHONE_BUSY) ?? '') : null;
}

/** Why a phone's proxy cannot be changed; null when it can: whoever may make it another device may, however the phone is now. */
export function whyNoProxy({ level, may, rental }: Phone): string | null {
  const { allowed, reason } = actionState('newDevice', StatusCode.running, 'on', level, may, isOver({ rental }), null);
  return allowed ? null : reason;
}

/** Which of the phones keep an action from running, and why. */
export function blockageOf(action: PhoneAction, phones: readonly Phone[], t: TFunction): BatchAction['blocked'] {
  const whyOf = (phone: Phone) =>
    batchRefusal(action.key, phones.length, phone.level, phone.sharedOut) || whyNot(action.key, phone);
  return blockageBy(phones, t, whyOf);
}

/** Which of the phones keep more time from being bought: their owner alone buys it. */
export const renewBlockageOf = (phones: readonly Phone[], t: TFunction): BatchAction['blocked'] =>
  blockageBy(phones, t, ({ level }) => (level === 'owner' ? null : (codeText(AnswerCode.RIGHT_MISSING) ?? '')));

/** Phones of one reason together. */
export function blockageBy(
  phones: readonly Phone[],
  t: TFunction,
  whyOf: (phone: Phone) => string | null,
): BatchAction['blocked'] {
  const reasons = new Map<string, Phone[]>();
  for (const phone of phones) {
    const why = whyOf(phone);
    if (why !== null) reasons.set(why, [...(reasons.get(why) ?? []), phone]);
  }
  if (reasons.size === 0) return undefined;
  const said = [...reasons].map(([reason, of]) =>
    phones.length === 1 ? reason : t('actions.because', { reason, names: namesOf(of, t) }),
  );
  return { ids: [...reasons.values()].flat().map(({ phoneId }) => phoneId), reason: said.join(t('actions.stop')) };
}

function namesOf(phones: readonly Phone[], t: TFunction): string {
  const names = phones
    .slice(0, NAMES_MAX)
    .map((phone) => phone.phoneAlias || phone.owlId)
    .join(t('actions.comma'));
  return phones.length > NAMES_MAX ? t('actions.andMore', { names, n: phones.length }) : names;
}

/** Where more time for phones, or a better one, is bought. */
export const buyPath = (phones: readonly Phone[], mode: 'renew' | 'upgrade'): string =>
  `${paths.renew}?phoneIds=${phones.map(({ phoneId }) => phoneId).join()}${mode === 'upgrade' ? '&mode=upgrade' : ''}`;

/** A phone that is unwell for no known reason is restarted; what failed is tried again. */
const retryWord = ({ businessStatus }: Phone, t: TFunction) =>
  t(businessStatus === StatusCode.abnormal ? 'actions.reboot' : 'actions.retry');

/** The ways on that stand over the picture of a phone that is not well. */
export function waysOn(
  phone: Phone,
  t: TFunction,
  run: (key: WayKey, phones: readonly Phone[]) => void,
  permissions: readonly string[],
  go: (path: string) => void,
): OverlayAction[] {
  if (viewOnly() !== null) return [];
  // More time is bought by its owner alone.
  if (isOver(phone) && phone.level === 'owner') {
    const onRun = () => go(buyPath([phone], 'renew'));
    return [{ key: 'renew', label: t('list.renew'), icon: CalendarPlus, onRun }];
  }
  if (phone.operation) return [];
  const way = (key: WayKey, label: string, icon: LucideIcon): OverlayAction[] =>
    isFor(key, permissions) && ruleOf(key, phone).allowed ? [{ key, label, icon, onRun: () => run(key, [phone]) }] : [];
  const retry = retryOf(phone.businessStatus) as WayKey | undefined;
  return [
    ...way('powerOn', t('actions.powerOn'), Power).filter(() => phone.power === 'off'),
    ...(retry ? way(retry, retryWord(phone, t), RotateCcw) : []),
    ...way('enterDirectly', t('operations.enterDirectly'), LogIn),
    ...(phone.businessStatus === StatusCode.backupFailed ? way('replace', t('operations.withoutData'), Replace) : []),
    // Whoever may try it again may give it up.
    ...(retry === 'transfer' && ruleOf(retry, phone).allowed
      ? [{ key: 'giveUp', label: t('replace.giveUp'), icon: Ban, onRun: () => run('giveUp', [phone]) }]
      : []),
  ];
}
