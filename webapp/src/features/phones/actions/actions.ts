// Actions on phones, in the order that the whole console uses, the destructive ones last; and the reasons why one is not possible.
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

/** Actions that the overlay of a phone that is not well may offer. */
export type RemedyKey = ActionKey | 'enterDirectly' | 'transfer' | 'giveUp';

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

/** Actions that the signed-in account may see: some need an operator's permission. */
export function usePhoneActions(): readonly PhoneAction[] {
  const { permissions } = useRights();
  return phoneActions.filter(({ key }) => isFor(key, permissions));
}

function isFor(key: string, permissions: readonly string[]): boolean {
  const needed = kindPermission(key);
  return needed === undefined || holdsPermission(permissions, [needed]);
}

/** Most phones that a reason names; the rest is counted. */
const NAMES_MAX = 3;

/** Answer of the rule, or the refusal of a provider that lacks the action. */
function ruleOf(key: string, phone: Phone) {
  const { businessStatus, power, level, may, rental, reason } = phone;
  const state = actionState(key, businessStatus, power, level, may, isOver({ rental }), reason);
  const unable = state.allowed ? phone.unable.find(({ action }) => action === key) : undefined;
  return unable ? { allowed: false, reason: unable.reason } : state;
}

/** Reason why an action is not possible with a phone; null when it is. Everybody who sees a phone may tag it. */
export function whyNot(key: string, phone: Phone): string | null {
  const viewed = viewOnly();
  if (viewed !== null) return viewed;
  if (key === 'tags') return null;
  if (key === 'authorize') return shareRefusal(phone.level, phone.rental, phone.sharedOut) || null;
  // Only a shared phone has something to recall.
  if (key === 'recall') return phone.sharedTo ? null : (codeText(AnswerCode.SHARE_ABSENT) ?? '');
  const { allowed, reason } = ruleOf(key, phone);
  if (!allowed) return reason;
  return takesPhone(key) && phone.operation ? (codeText(AnswerCode.PHONE_BUSY) ?? '') : null;
}

/** Reason why a phone's proxy cannot be changed; null when it can. The right is that of "new device", in any status of the phone. */
export function whyNoProxy({ level, may, rental }: Phone): string | null {
  const { allowed, reason } = actionState('newDevice', StatusCode.running, 'on', level, may, isOver({ rental }), null);
  return allowed ? null : reason;
}

/** Phones that keep an action from running, with the reasons. */
export function blockageOf(action: PhoneAction, phones: readonly Phone[], t: TFunction): BatchAction['blocked'] {
  const whyOf = (phone: Phone) =>
    batchRefusal(action.key, phones.length, phone.level, phone.sharedOut) || whyNot(action.key, phone);
  return blockageBy(phones, t, whyOf);
}

/** Phones that cannot be renewed: only their owner may. */
export const renewBlockageOf = (phones: readonly Phone[], t: TFunction): BatchAction['blocked'] =>
  blockageBy(phones, t, ({ level }) => (level === 'owner' ? null : (codeText(AnswerCode.RIGHT_MISSING) ?? '')));

/** Phones with a reason, grouped by the reason. */
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

/** Path of the page that renews or upgrades phones. */
export const buyPath = (phones: readonly Phone[], mode: 'renew' | 'upgrade'): string =>
  `${paths.renew}?phoneIds=${phones.map(({ phoneId }) => phoneId).join()}${mode === 'upgrade' ? '&mode=upgrade' : ''}`;

/** Word for the retry: an abnormal phone is restarted, a failed operation is tried again. */
const retryWord = ({ businessStatus }: Phone, t: TFunction) =>
  t(businessStatus === StatusCode.abnormal ? 'actions.reboot' : 'actions.retry');

/** Remedies that the overlay of a phone that is not well offers. */
export function remediesFor(
  phone: Phone,
  t: TFunction,
  run: (key: RemedyKey, phones: readonly Phone[]) => void,
  permissions: readonly string[],
  go: (path: string) => void,
): OverlayAction[] {
  if (viewOnly() !== null) return [];
  // Only the owner may renew a phone.
  if (isOver(phone) && phone.level === 'owner') {
    const onRun = () => go(buyPath([phone], 'renew'));
    return [{ key: 'renew', label: t('list.renew'), icon: CalendarPlus, onRun }];
  }
  if (phone.operation) return [];
  const way = (key: RemedyKey, label: string, icon: LucideIcon): OverlayAction[] =>
    isFor(key, permissions) && ruleOf(key, phone).allowed ? [{ key, label, icon, onRun: () => run(key, [phone]) }] : [];
  const retry = retryOf(phone.businessStatus) as RemedyKey | undefined;
  return [
    ...way('powerOn', t('actions.powerOn'), Power).filter(() => phone.power === 'off'),
    ...(retry ? way(retry, retryWord(phone, t), RotateCcw) : []),
    ...way('enterDirectly', t('operations.enterDirectly'), LogIn),
    ...(phone.businessStatus === StatusCode.backupFailed ? way('replace', t('operations.withoutData'), Replace) : []),
    // The right to retry a migration includes giving it up.
    ...(retry === 'transfer' && ruleOf(retry, phone).allowed
      ? [{ key: 'giveUp', label: t('replace.giveUp'), icon: Ban, onRun: () => run('giveUp', [phone]) }]
      : []),
  ];
}
