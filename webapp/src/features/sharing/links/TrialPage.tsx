// The open page of a trial behind a link: one app of a phone for some minutes, for anybody who has the address. The clock begins with a click,
// and a reload goes on with the same trial.
import { Button } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AnswerCode } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { formatClock } from '@/core/rules';
import { useCountdown } from '@/ui/Countdown';
import { EmptyState } from '@/ui/EmptyState';
import { Eyes } from '@/ui/Eyes';
import { faultWords } from '@/ui/faultWords';
import { ClockSkew } from '@/ui/useNow';
import {
  beginTrial,
  keptTrial,
  type Offer,
  type Opened,
  openLink,
  type TrialPage as Page,
  standingOf,
  trialPageOf,
} from './opening';
import { Passcode, Plain } from './SharedPage';
import { type TrialEnd, TrialPlayer } from './TrialPlayer';

/** Pause before it is asked again whether the app of the last trial was stopped. */
const CLEANED_MS = 12_000;

type State =
  | { is: 'opening' }
  | { is: 'passcode'; wrong: string }
  | { is: 'gone' }
  | { is: 'failed'; words: string }
  | { is: 'offered'; offer: Offer }
  | { is: 'open'; page: Page }
  | { is: 'over'; why: TrialEnd };

export function TrialPage() {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const [state, setState] = useState<State>({ is: 'opening' });
  const passcode = useRef<string>(undefined);
  const show = useCallback(
    (answer: Opened | CallFault) => {
      if ('kind' in answer) {
        if (answer.code === AnswerCode.NOT_FOUND) return setState({ is: 'gone' });
        const locked = passcode.current !== undefined && answer.code === AnswerCode.TOO_MANY;
        const words = faultWords(answer, t);
        return setState(locked ? { is: 'passcode', wrong: words } : { is: 'failed', words });
      }
      const page = trialPageOf(answer);
      if (page) {
        keptTrial(token).set(page);
        return setState({ is: 'open', page });
      }
      if (answer.offer) return setState({ is: 'offered', offer: answer.offer });
      const { state: how, triesLeft } = answer;
      // The address of a link of another kind.
      if (how !== 'passcode') return setState({ is: 'gone' });
      passcode.current = undefined;
      setState({ is: 'passcode', wrong: triesLeft === null ? '' : t('links.wrong', { count: triesLeft }) });
    },
    [token, t],
  );
  const open = useCallback(
    async (typed = passcode.current) => {
      passcode.current = typed;
      show(await openLink(token, typed));
    },
    [token, show],
  );
  const begin = useCallback(async () => show(await beginTrial(token, passcode.current)), [token, show]);
  const begun = useRef(false);
  useEffect(() => {
    // Each opening is counted: once for each page, however often it is drawn.
    if (begun.current) return;
    begun.current = true;
    void resumed(token).then((page) => (page ? setState({ is: 'open', page }) : open()));
  }, [token, open]);
  const over = useCallback(
    (why: TrialEnd) => {
      keptTrial(token).set(null);
      setState({ is: 'over', why });
    },
    [token],
  );

  switch (state.is) {
    case 'open':
      return <TrialPlayer page={state.page} onOver={over} />;
    case 'passcode':
      return <Passcode wrong={state.wrong} onEnter={open} />;
    case 'offered':
      return (
        <Plain kind="trial" alert={false}>
          <Offered key={state.offer.now} offer={state.offer} onBegin={begin} onAgain={open} />
        </Plain>
      );
    case 'opening':
      return (
        <Plain kind="trial" alert={false}>
          <Eyes look="half" width={64} />
        </Plain>
      );
    case 'gone':
      return (
        <Plain kind="trial" alert>
          <EmptyState look="shut" title={t('links.gone')} text={t('links.goneText')} />
        </Plain>
      );
    case 'failed':
      return (
        <Plain kind="trial" alert>
          <EmptyState look="crossed" title={t('links.failed')} text={state.words}>
            <Button onClick={() => void open()}>{t('links.again')}</Button>
          </EmptyState>
        </Plain>
      );
    case 'over':
      return (
        <Plain kind="trial" alert>
          <EmptyState look="shut" title={t(`links.trying.${state.why}`)} text={t(`links.trying.${state.why}Text`)}>
            <Button onClick={() => void open()}>{t('links.again')}</Button>
          </EmptyState>
        </Plain>
      );
  }
}

/** The trial that this tab has already, if it still goes on. */
async function resumed(token: string): Promise<Page | null> {
  const kept = keptTrial(token).get();
  if (!kept) return null;
  const standing = await standingOf(kept.accessToken, new AbortController().signal);
  if (standing === null) keptTrial(token).set(null);
  if (!standing) return null;
  return { ...kept, untilTime: standing.untilTime, now: standing.now };
}

interface OfferedProps {
  offer: Offer;
  onBegin: () => Promise<void>;
  onAgain: () => Promise<void>;
}

function Offered({ offer, onBegin, onAgain }: OfferedProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [skew] = useState(() => offer.now - Date.now());
  const { standing, appName, minutes, untilTime } = offer;
  const wait = standing === 'taken' && untilTime !== null ? untilTime - offer.now : standing === 'cleaning' ? 0 : null;
  useEffect(() => {
    if (wait === null) return;
    const timer = window.setTimeout(() => void onAgain(), wait + CLEANED_MS);
    return () => window.clearTimeout(timer);
  }, [wait, onAgain]);
  if (standing === 'open') {
    return (
      <EmptyState
        look="half"
        title={t('links.trying.of', { app: appName })}
        text={t('links.trying.text', { count: minutes })}
      >
        <Button
          type="primary"
          size="large"
          loading={busy}
          onClick={() => {
            setBusy(true);
            void onBegin().finally(() => setBusy(false));
          }}
        >
          {t('links.trying.start')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState look="shut" title={t(`links.trying.${standing}`)} text={t(`links.trying.${standing}Text`)}>
      {standing === 'taken' && untilTime !== null ? (
        <ClockSkew value={skew}>
          <Left until={untilTime} />
        </ClockSkew>
      ) : null}
      <Button onClick={() => void onAgain()}>{t('links.again')}</Button>
    </EmptyState>
  );
}

/** How long the trial of somebody else still lasts. */
function Left({ until }: { until: number }) {
  const { t } = useTranslation();
  const left = useCountdown(until);
  return (
    <span>
      {t('links.trying.takenLeft')}{' '}
      <b role="timer" className="owl-figures owl-nowrap">
        {formatClock(left)}
      </b>
    </span>
  );
}
