// The bare player: picture, keys, and what must be known of the session. No panel, no neighbours, no way into the console.
import { ConfigProvider } from 'antd';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { endView } from '@/core/rules';
import { tellAround } from '@/shell/embedding';
import { usePageTitle } from '@/shell/usePageTitle';
import { useWide } from '@/ui/useWide';
import { useReadyToType } from '../input/useKeyboard';
import { useLeftOut } from '../input/useLeftOut';
import { type Play, PlayProvider } from '../PlayContext';
import frame from '../PlayPhone.module.css';
import { Rail } from '../rail/Rail';
import { Readout } from '../readout/Readout';
import type { PlayState } from '../session/playState';
import { useHands } from '../session/useHands';
import { usePlay } from '../session/usePlay';
import { IdleChip, PaceChip, ViewOnlyChip } from '../stage/Chips';
import head from '../stage/Head.module.css';
import { Screen } from '../stage/Screen';
import styles from './Embedded.module.css';
import { message, type Opened } from './embedding';

/** Of the rail's tools those that concern the phone alone; files and further windows are the page's around. */
const WITHOUT = ['power', 'shot', 'clip', 'clipboard', 'ownSize', 'pip', 'popOut'] as const;
/** On a phone's screen they are behind "more", which is not here. */
const ALSO = ['rotate', 'sound', 'fullscreen', 'keyboard'] as const;

const popupPlace = () =>
  document.fullscreenElement instanceof HTMLElement ? document.fullscreenElement : document.body;

export function EmbeddedPlayer({ opened }: { opened: Opened }) {
  const { phoneId, name, level, accessToken } = opened;
  const wide = useWide();
  const [attempt, setAttempt] = useState(0);
  const stage = useRef<HTMLDivElement>(null);
  const heading = usePageTitle(name);
  // It cannot be renewed: when it is over, so is the player.
  const tokens = useMemo(
    () => ({ getAccessToken: () => accessToken, refreshAccessToken: () => Promise.resolve(null) }),
    [accessToken],
  );
  const session = usePlay({ phoneId, mode: level === 'operate' ? 'control' : 'view', attempt, tokens });
  const hands = useHands(phoneId, session, name);
  useReadyToType(session.state, hands.keyboard, heading);
  useLeftOut(session);
  useTelling(session.state, opened.embedOrigins);
  const reopen = () => setAttempt((n) => n + 1);
  const play: Play = { ...session, ...hands, phoneId, name, phone: undefined, stage, wide, reopen, embedded: true };
  return (
    <PlayProvider value={play}>
      <ConfigProvider getPopupContainer={popupPlace}>
        <div className={styles.player}>
          <div ref={stage} className={frame.stage} data-wide={wide}>
            <Head heading={heading} name={name} wide={wide} />
            <div className={frame.room}>
              <div className={frame.device}>
                <Screen />
                {wide ? <Rail without={WITHOUT} /> : null}
              </div>
            </div>
            {wide ? null : <Rail also={ALSO} without={WITHOUT} />}
            <Readout />
          </div>
        </div>
      </ConfigProvider>
    </PlayProvider>
  );
}

interface HeadProps {
  heading: RefObject<HTMLHeadingElement | null>;
  name: string;
  wide: boolean;
}

function Head({ heading, name, wide }: HeadProps) {
  return (
    <div className={head.head} data-wide={wide}>
      <h1 ref={heading} tabIndex={-1} className={head.name}>
        {name}
      </h1>
      <span className={head.grow} />
      <ViewOnlyChip />
      <PaceChip />
      <IdleChip />
    </div>
  );
}

/** Tells the page around of each picture and each end. */
function useTelling({ phase, over }: PlayState, origins: readonly string[]): void {
  const told = useRef('');
  useEffect(() => {
    if (phase !== 'live' && phase !== 'over') return;
    const reason =
      over === null ? undefined : over.kind === 'ended' ? endView(over.reason, over.detail).name : 'refused';
    const said = `${phase} ${reason ?? ''}`;
    // A cut that was healed is no news.
    if (told.current === said) return;
    told.current = said;
    tellAround(message(phase === 'live' ? 'live' : 'ended', reason), origins);
  }, [phase, over, origins]);
}
