// The bare player inside another site's page: posts a message to that page at each first picture and each end.
import { useEffect, useRef } from 'react';
import { endView } from '@/core/rules';
import { postToEmbedder } from '@/shell/embedding';
import { usePlayContext } from '../PlayContext';
import { IdleChip, PaceChip, ViewOnlyChip } from '../stage/Chips';
import head from '../stage/Head.module.css';
import { BarePlayer, type HeadProps } from './BarePlayer';
import { message, type Opened } from './embedding';

export function EmbeddedPlayer({ opened }: { opened: Opened }) {
  const { phoneId, name, level, accessToken, embedOrigins } = opened;
  return (
    <BarePlayer
      {...{ phoneId, name, accessToken }}
      mode={level === 'operate' ? 'control' : 'view'}
      head={(props) => <Head {...props} origins={embedOrigins} />}
    />
  );
}

function Head({ heading, name, wide, origins }: HeadProps & { origins: readonly string[] }) {
  useReportState(origins);
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

/** Posts the session's state to the page around: `live` at a picture, `ended` with its reason. */
function useReportState(origins: readonly string[]): void {
  const { phase, over } = usePlayContext().state;
  const told = useRef('');
  useEffect(() => {
    if (phase !== 'live' && phase !== 'over') return;
    const reason =
      over === null ? undefined : over.kind === 'ended' ? endView(over.reason, over.detail).name : 'refused';
    const said = `${phase} ${reason ?? ''}`;
    // A reconnection ends in the state that was posted already, which is not posted again.
    if (told.current === said) return;
    told.current = said;
    postToEmbedder(message(phase === 'live' ? 'live' : 'ended', reason), origins);
  }, [phase, over, origins]);
}
