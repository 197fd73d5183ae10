// The bare player: picture, keys, and the session's notices. No panel, no neighbours, no way into the console. The page around it
// renders the head and the foot.
import { ConfigProvider } from 'antd';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { usePageTitle } from '@/shell/usePageTitle';
import { useWide } from '@/ui/useWide';
import { useInputToasts } from '../input/useInputToasts';
import { useReadyToType } from '../input/useKeyboard';
import { type Play, PlayProvider } from '../PlayContext';
import frame from '../PlayPhone.module.css';
import { Rail } from '../rail/Rail';
import { Readout } from '../readout/Readout';
import { usePlay } from '../session/usePlay';
import { usePlayTools } from '../session/usePlayTools';
import { Screen } from '../stage/Screen';
import styles from './Embedded.module.css';

/** Tools left out of the rail: the page around handles files and further windows. */
const WITHOUT = ['power', 'shot', 'clip', 'clipboard', 'ownSize', 'pip', 'popOut'] as const;
/** Tools that a phone's screen keeps in the sheet behind "more": the bare player has no sheet, so they stand in the row. */
const ALSO = ['rotate', 'sound', 'fullscreen', 'keyboard'] as const;

const popupPlace = () =>
  document.fullscreenElement instanceof HTMLElement ? document.fullscreenElement : document.body;

export interface HeadProps {
  heading: RefObject<HTMLHeadingElement | null>;
  name: string;
  wide: boolean;
}

interface Props {
  phoneId: number;
  /** Name of the phone, shown as the page's title. */
  name: string;
  mode: 'control' | 'view';
  /** Access token that cannot be renewed: the player ends with it. */
  accessToken: string;
  head: (props: HeadProps) => ReactNode;
  /** Stands below the rail. */
  foot?: ((props: Pick<HeadProps, 'wide'>) => ReactNode) | undefined;
  /** Whether the readout is the short one. */
  short?: boolean;
  /** Names of further tools to leave out. */
  without?: readonly string[];
}

const NONE: readonly string[] = [];

export function BarePlayer({ phoneId, name, mode, accessToken, head, foot, short = false, without = NONE }: Props) {
  const wide = useWide();
  const [attempt, setAttempt] = useState(0);
  const stage = useRef<HTMLDivElement>(null);
  const heading = usePageTitle(name);
  const tokens = useMemo(
    () => ({ getAccessToken: () => accessToken, refreshAccessToken: () => Promise.resolve(null) }),
    [accessToken],
  );
  const session = usePlay({ phoneId, mode, attempt, tokens });
  const tools = usePlayTools(phoneId, session, name);
  useReadyToType(session.state, tools.keyboard, heading);
  useInputToasts(session);
  const hidden = [...WITHOUT, ...without];
  const reopen = () => setAttempt((n) => n + 1);
  const play: Play = { ...session, ...tools, phoneId, name, phone: undefined, stage, wide, reopen, embedded: true };
  return (
    <PlayProvider value={play}>
      <ConfigProvider getPopupContainer={popupPlace}>
        <div className={styles.player}>
          <div ref={stage} className={frame.stage} data-wide={wide}>
            {head({ heading, name, wide })}
            <div className={frame.room}>
              <div className={frame.device}>
                <Screen />
                {wide ? <Rail without={hidden} /> : null}
              </div>
            </div>
            {wide ? null : <Rail also={ALSO} without={hidden} />}
            {foot?.({ wide })}
            <Readout short={short} />
          </div>
        </div>
      </ConfigProvider>
    </PlayProvider>
  );
}
