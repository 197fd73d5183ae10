// The page of a group: the master with its keys and figures, beside it the followers, below them the dock that sends to all. On a phone's screen
// either the master or the followers are shown.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Phone } from '@/features/phones/api';
import { usePageTitle } from '@/shell/usePageTitle';
import { useWide } from '@/ui/useWide';
import { PlayProvider } from '../PlayContext';
import { broadcastBy } from './dock/broadcast';
import { Dock } from './dock/Dock';
import { Followers } from './followers/Followers';
import { useStandings } from './followers/useStandings';
import { type GroupPlay, GroupProvider } from './GroupContext';
import { GroupHead, type Side } from './GroupHead';
import styles from './GroupPage.module.css';
import { MasterSide } from './master/MasterSide';
import { useMaster } from './master/useMaster';
import { useGroup } from './useGroup';
import { useLeaveOutTaken } from './useLeaveOutTaken';
import { useShownChoices } from './useShownChoices';
import { useSync } from './useSync';

interface Props {
  /** All phones of the group, in the order of the address. */
  phones: readonly Phone[];
  master: Phone;
  chooseMaster: (phoneId: number) => void;
  /** Drops the phones that are no longer the member's from the group; null while all still are. */
  leaveOut: (() => void) | null;
  /** Asks which phones are the member's. Stable. */
  refresh: () => void;
}

export function GroupControl({ phones, master, chooseMaster, leaveOut, refresh }: Props) {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.groupControl'));
  const wide = useWide();
  const [side, setSide] = useState<Side>('master');
  const [sync, setSync] = useSync();
  const { phoneId } = master;
  const ids = phones.map((phone) => phone.phoneId);
  const group = useGroup(ids, phoneId);
  const { play, alone } = useMaster({ phone: master, group, sync, heading });
  const { following, ...standings } = useStandings(phones, phoneId, group, play.state.size);
  const choices = useShownChoices();

  // The reason for the group's end is shown in place of the followers.
  const over = group.state.over !== null;
  useEffect(() => {
    if (over) setSide('followers');
  }, [over]);

  useLeaveOutTaken(group.state.over, { leaveOut, refresh });

  const again = () => {
    if (leaveOut) return leaveOut();
    if (over) group.reopen();
    if (play.state.phase === 'over') play.reopen();
  };
  const broadcast = broadcastBy({ alone, master: phoneId, group: group.handle, following });
  const own = { master, sync, setSync, broadcast, chooseMaster, again };
  const value: GroupPlay = { ...group, ...standings, ...choices, ...own };
  const shown = (of: Side) => wide || side === of;
  return (
    <GroupProvider value={value}>
      <PlayProvider value={{ ...play, reopen: again }}>
        <div className={styles.page}>
          <GroupHead heading={heading} side={side} onSide={setSide} />
          <div className={styles.body}>
            <section
              ref={play.stage}
              className={styles.master}
              data-shown={shown('master')}
              aria-label={t('group.master')}
            >
              <MasterSide />
            </section>
            <section className={styles.followers} data-shown={shown('followers')} aria-label={t('group.followers')}>
              <Followers />
            </section>
          </div>
          <Dock />
        </div>
      </PlayProvider>
    </GroupProvider>
  );
}
