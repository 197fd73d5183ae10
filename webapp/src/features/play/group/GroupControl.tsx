// The page of a group: the master with its keys and figures, beside it all that follow, below them what is told to all. On a phone's screen
// one of the two is shown at a time.
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
  /** All of them, in the order of the address. */
  phones: readonly Phone[];
  master: Phone;
  chooseMaster: (phoneId: number) => void;
  /** Goes on with those that are still the member's; null while all are. */
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

  // Why nobody follows any more stands where they did.
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
