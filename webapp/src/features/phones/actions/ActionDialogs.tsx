// Dialogs of the phones' actions, loaded when the first one opens.
import { DensityDialog } from '@/features/control/DensityDialog';
import { PowerConfirm } from '@/features/control/PowerConfirm';
import { ResetConfirm } from '@/features/control/ResetConfirm';
import { useListGroupsQuery } from '@/features/groups/api';
import { MoveGroupDialog } from '@/features/groups/MoveGroupDialog';
import { GiveUpConfirm } from '@/features/replacement/GiveUpConfirm';
import { TagsDialog } from '@/features/tags/TagsDialog';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { Thumb } from '@/ui/phone/Thumb';
import type { Phone } from '../api';
import { FactsDialog } from '../card/PhoneFacts';
import { StillPicture } from '../pictures/Deck';
import type { ActionKey } from './actions';
import { expectedMsOf } from './estimate';
import { RenameDialog } from './RenameDialog';

interface Props {
  action: ActionKey | 'giveUp' | 'details' | 'autoRenew' | 'shareLink' | 'proxy';
  phones: readonly Phone[];
  open: boolean;
  onDone: () => void;
  onClose: () => void;
}

const PushFiles = lazyWithRetry(() => withWords(['uploads'], () => import('@/features/uploads/PushFromList')), 'over');

const Apps = lazyWithRetry(() => withWords(['apps'], () => import('@/features/apps/AppsDialog')), 'over');
const Authorize = lazyWithRetry(
  () => withWords(['sharing', 'orders'], () => import('@/features/sharing/AuthorizeDialog')),
  'over',
);
const AutoRenew = lazyWithRetry(
  () => withWords(['recycle', 'orders'], () => import('@/features/recycle/AutoRenewDialog')),
  'over',
);
const ShareLink = lazyWithRetry(
  () => withWords(['sharing', 'links'], () => import('@/features/sharing/links/CreateLinkDialog')),
  'over',
);
const Recall = lazyWithRetry(() => withWords(['sharing'], () => import('@/features/sharing/RecallFromList')), 'over');

const ReplaceDialog = lazyWithRetry(() => import('@/features/replacement/ReplaceDialog'), 'over');

const NewDeviceDialog = lazyWithRetry(
  () => withWords(['identity'], () => import('@/features/identity/NewDeviceDialog')),
  'over',
);

const ProxyDialog = lazyWithRetry(
  () => withWords(['identity'], () => import('@/features/identity/ProxyDialog')),
  'over',
);

const FILM_WIDTH = 30;

/** Value that all phones share; null when they differ. */
function common<T>(phones: readonly Phone[], of: (phone: Phone) => T): T | null {
  const [first] = phones;
  return first && phones.every((phone) => of(phone) === of(first)) ? of(first) : null;
}

export default function ActionDialogs({ action, phones, open, onDone, onClose }: Props) {
  const phoneIds = phones.map(({ phoneId }) => phoneId);
  const dialog = { open, onDone, onClose };
  const given = phones.some(({ level }) => level !== 'owner');
  const named = {
    ...dialog,
    phoneIds,
    name: phones[0]?.phoneAlias || (phones[0]?.owlId ?? ''),
    film: phones.map(({ phoneId }) => (
      <Thumb key={phoneId} width={FILM_WIDTH}>
        <StillPicture phoneId={phoneId} />
      </Thumb>
    )),
  };
  switch (action) {
    case 'details':
      return phones[0] ? <Details {...dialog} phone={phones[0]} name={named.name} /> : null;
    case 'autoRenew':
      return <AutoRenew {...dialog} of={{ phoneIds }} name={named.name} on={phones.every((one) => one.autoRenew)} />;
    case 'shareLink':
      return <ShareLink {...dialog} phones={phones} />;
    case 'proxy':
      return <ProxyDialog {...dialog} phones={phones} />;
    case 'reboot':
    case 'powerOn':
    case 'powerOff':
    case 'upgradeImage':
      return <PowerConfirm {...named} kind={action} expectedMs={expectedMsOf(phones, action)} />;
    case 'factoryReset':
      return <ResetConfirm {...named} expectedMs={expectedMsOf(phones, action)} />;
    case 'moveGroup':
      return (
        <MoveGroupDialog
          {...dialog}
          phoneIds={phoneIds}
          current={given ? null : common(phones, (phone) => phone.groupId ?? 0)}
          given={given}
        />
      );
    case 'tags':
      return <TagsDialog {...dialog} phones={phones} />;
    case 'rename':
      return <RenameDialog {...dialog} phones={phones} />;
    case 'pushFile':
      return <PushFiles {...dialog} phones={phones} />;
    case 'manageApps':
      return <Apps {...dialog} phones={phones} />;
    case 'authorize':
      return <Authorize {...dialog} phones={phones} />;
    case 'recall':
      return <Recall {...dialog} phones={phones} />;
    case 'replace':
      return <ReplaceDialog {...dialog} phones={phones} />;
    case 'newDevice':
      return <NewDeviceDialog {...dialog} phones={phones} />;
    case 'giveUp':
      return <GiveUpConfirm {...dialog} phoneId={phones[0]?.phoneId ?? 0} name={named.name} />;
    case 'probe':
      // These actions have no dialog: `PhoneActions` begins them at once.
      return null;
    case 'density':
      return <DensityDialog {...dialog} phoneIds={phoneIds} current={common(phones, (phone) => phone.dpi)} />;
  }
}

function Details({ phone, name, open, onClose }: { phone: Phone; name: string; open: boolean; onClose: () => void }) {
  const { data } = useListGroupsQuery();
  const group = data?.list.find(({ id }) => id === phone.groupId);
  return (
    <FactsDialog {...{ phone, name, open, onClose }} group={group?.name} groupRenews={group?.autoRenew === true} />
  );
}
