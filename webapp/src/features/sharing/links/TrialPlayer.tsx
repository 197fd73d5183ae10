// The picture of a trial, in the visitor's hands for some minutes.
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Code } from '@/core/http';
import { endView } from '@/core/rules';
import { BarePlayer } from '@/features/play/embed/BarePlayer';
import { usePlayContext } from '@/features/play/PlayContext';
import { IdleChip, PaceChip } from '@/features/play/stage/Chips';
import { ClockSkew } from '@/ui/time/useNow';
import { LinkHead, LinkTime, useDark, useStanding } from './LinkFrame';
import styles from './Shared.module.css';
import type { Over } from './SharedPage';
import { type LinkPage, standingOf } from './visitorApi';

const TICKS = 15;
/** Keys by which one would leave the app, or change what outlives the trial: the server drops them. */
const PHONES_OWN = ['home', 'recents', 'volumeUp', 'volumeDown', 'rotate', 'push'];
/** By then the socket has said why the session is over, if there is one. */
const SOCKET_MS = 5000;

interface Props {
  page: LinkPage;
  phoneId: number;
  onOver: (why: Over) => void;
}

export function TrialPlayer({ page, phoneId, onOver }: Props) {
  const { t } = useTranslation();
  useDark();
  const { accessToken, appName, now, createTime } = page;
  const [skew] = useState(() => now - Date.now());
  const [until, setUntil] = useState(page.untilTime);
  const past = useCallback(() => onOver(Date.now() + skew >= until ? 'timeUp' : 'ended'), [onOver, skew, until]);
  const [gone, setGone] = useState(false);
  const standing = useStanding(
    accessToken,
    useCallback(() => setGone(true), []),
  );
  useEffect(() => {
    if (!gone) return;
    const timer = window.setTimeout(past, SOCKET_MS);
    return () => window.clearTimeout(timer);
  }, [gone, past]);
  useEffect(() => {
    // A link that its owner makes shorter takes its trial along.
    if (standing) setUntil(standing.untilTime);
  }, [standing]);
  const time = { since: createTime, until, ticks: TICKS, words: t('links.trying.left') };
  return (
    <ClockSkew value={skew}>
      <main className={styles.shared}>
        <BarePlayer
          phoneId={phoneId}
          name={t('links.trying.of', { app: appName })}
          mode="control"
          accessToken={accessToken}
          without={PHONES_OWN}
          short
          head={(props) => (
            <LinkHead {...props} {...time} standing={null}>
              <PaceChip />
              <IdleChip />
              <Ends accessToken={accessToken} onOver={onOver} onPast={past} />
            </LinkHead>
          )}
          foot={({ wide }) => (wide ? null : <LinkTime {...time} />)}
        />
      </main>
    </ClockSkew>
  );
}

interface EndsProps extends Pick<Props, 'onOver'> {
  accessToken: string;
  onPast: () => void;
}

/** A session that is over for good gives way to the words of a trial that is. */
function Ends({ accessToken, onOver, onPast }: EndsProps) {
  const { over } = usePlayContext().state;
  useEffect(() => {
    if (over === null) return;
    if (over.kind === 'refused') return over.code === Code.signedOut ? onPast() : undefined;
    const { name, endsLink } = endView(over.reason, over.detail);
    if (name === 'timeUp') return onOver('timeUp');
    if (endsLink) return onPast();
    if (name !== 'elsewhere') return;
    // The phone's owner has it now, or another tab has the trial.
    const stop = new AbortController();
    void standingOf(accessToken, stop.signal).then((standing) => {
      if (standing === null && !stop.signal.aborted) onPast();
    });
    return () => stop.abort();
  }, [over, accessToken, onOver, onPast]);
  return null;
}
