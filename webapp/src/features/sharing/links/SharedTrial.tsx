// The open page `/shareGame`: one app of a phone for some minutes. The clock begins with a click, and a reload goes on with the same trial.
import { Button } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { formatClock } from '@/core/rules';
import { EmptyState } from '@/ui/states/EmptyState';
import { useCountdown } from '@/ui/time/Countdown';
import { ClockSkew } from '@/ui/time/useNow';
import { type Over, SharedPage } from './SharedPage';
import { TrialPlayer } from './TrialPlayer';
import { keptTrial, type LinkPage, type Offer, standingOf } from './visitorApi';

/** Pause before it is asked again whether the app of the last trial was stopped. */
const CLEANED_MS = 12_000;

export function SharedTrial() {
  return (
    <SharedPage
      kind="trial"
      kept={resumed}
      offered={(offer, onBegin, onAgain) => <Offered key={offer.now} {...{ offer, onBegin, onAgain }} />}
    >
      {(page, onOver) => <Trial page={page} onOver={onOver} />}
    </SharedPage>
  );
}

/** The trial that this tab has already, if it still goes on. */
async function resumed(token: string): Promise<LinkPage | null> {
  const kept = keptTrial(token).get();
  if (!kept) return null;
  const standing = await standingOf(kept.accessToken, new AbortController().signal);
  if (standing === null) keptTrial(token).set(null);
  if (!standing) return null;
  return { ...kept, untilTime: standing.untilTime, now: standing.now };
}

/** Keeps the trial for as long as it goes on, so that a reload finds it. */
function Trial({ page, onOver }: { page: LinkPage; onOver: (why: Over) => void }) {
  const { token = '' } = useParams();
  useEffect(() => keptTrial(token).set(page), [token, page]);
  const over = useCallback(
    (why: Over) => {
      keptTrial(token).set(null);
      onOver(why);
    },
    [token, onOver],
  );
  return page.phoneId === null ? null : <TrialPlayer page={page} phoneId={page.phoneId} onOver={over} />;
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
